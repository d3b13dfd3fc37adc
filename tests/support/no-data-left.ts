import { existsSync } from 'node:fs'

/** Vitest's global set-up: fails a run that leaves `data` in a project that had none. */
export default function noDataLeft(): () => void {
  const isDeveloped = existsSync('data')
  return () => {
    if (isDeveloped || !existsSync('data')) return
    throw new Error(
      'A test opened the project’s own database in `data`. Give its process a DATA_DIR.',
    )
  }
}
