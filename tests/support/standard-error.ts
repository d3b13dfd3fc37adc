import { onTestFinished, vi } from 'vitest'

/** Keeps what this process writes to standard error in a test. Returns a function that gives it. */
export function hearStandardError(): () => string {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => written.mockRestore())
  return () => written.mock.calls.map(([text]) => String(text)).join('')
}
