/**
 * How long anything in a test may take, in milliseconds. Limits only end what hangs: a busy machine
 * takes many times as long as a quiet one, and no test is about its speed.
 */
export const limits = {
  test: 180_000,
  hook: 240_000,
  /** A value or state that is asked for again and again. */
  poll: 30_000,
  browserTest: 120_000,
  browserExpectation: 30_000,
}
