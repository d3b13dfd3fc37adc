/** Returns the system's or database's code of an error, such as `ENOENT`. Empty if it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
