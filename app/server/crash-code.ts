/** Exit code of a server that crashed and should be restarted: sysexits.h's EX_SOFTWARE. */
export const crashCode = 70
