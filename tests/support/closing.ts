import { onTestFinished } from 'vitest'

/** Closes what a test has opened once it is over, the latest first. To be called within a test. */
export function closing<T extends { close(): Promise<void> }>(thing: T): T {
  onTestFinished(() => thing.close())
  return thing
}
