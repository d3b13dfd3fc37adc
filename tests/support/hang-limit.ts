/**
 * Longest wait for something without its own time limit. Only ends hangs: a busy machine takes
 * several times as long as a quiet one.
 */
export const hangLimitMs = 60_000
