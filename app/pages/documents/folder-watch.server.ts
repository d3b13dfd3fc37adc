import { type FSWatcher, readdirSync, watch } from 'node:fs'
import path from 'node:path'
import { log } from '#app/observe/log.server.ts'

/** Folders inside that are watched too; those of documents are two deep. */
const depth = 2
const maxFolders = 200

/**
 * Calls `onChange` when a file in the folder, or in one inside it, was made, written to or taken
 * away. File systems that tell nothing (some network mounts) are silent here as well.
 */
export function watchFolder(folder: string, onChange: () => void): void {
  const watchers = new Map<string, FSWatcher>()

  function lose(directory: string): void {
    watchers.get(directory)?.close()
    watchers.delete(directory)
  }

  function add(directory: string, level: number): void {
    if (!watchers.has(directory)) {
      if (watchers.size >= maxFolders) return
      try {
        const watcher = watch(directory, { persistent: false }, () => {
          onChange()
          // A folder may have come with the change.
          add(directory, level)
        })
        watcher.on('error', () => lose(directory))
        watchers.set(directory, watcher)
      } catch (error) {
        log.warn({ err: error, directory }, 'changes in this folder are noticed later')
        return
      }
    }
    if (level === depth) return
    for (const name of foldersIn(directory)) add(path.join(directory, name), level + 1)
  }

  add(folder, 0)
  import.meta.hot?.dispose(() => {
    for (const watcher of watchers.values()) watcher.close()
  })
}

function foldersIn(directory: string): string[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
  } catch {
    // Gone meanwhile.
    return []
  }
}
