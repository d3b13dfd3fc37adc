import { limits } from './limits.ts'

/** Longest wait for something without its own time limit. */
export const hangLimitMs = limits.poll
