import { statSync } from 'node:fs'

/** The size of a file in bytes; 0 for a file that is not there. */
export function fileBytes(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
