import { onTestFinished } from 'vitest'

/** Closes a test's resources after it, latest first. Call it within a test. */
export function closing<T extends { close(): Promise<void> }>(thing: T): T {
  onTestFinished(() => thing.close())
  return thing
}
