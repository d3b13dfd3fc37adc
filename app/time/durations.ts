export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
/** A day without a clock change. */
export const dayMs = 24 * hourMs
