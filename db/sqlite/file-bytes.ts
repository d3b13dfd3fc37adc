import { statSync } from 'node:fs'

/** Returns a file's size; 0 if it doesn't exist. */
export function fileBytes(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
