export const secondMs = 1_000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
/** A day without a clock change. */
export const dayMs = 24 * hourMs
