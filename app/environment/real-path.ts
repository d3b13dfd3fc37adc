import { readlinkSync, realpathSync } from 'node:fs'
import path from 'node:path'

/** Linux's limit. */
const longestChain = 40

/**
 * Returns the path behind all symbolic links. Neither the file nor its folder has to exist: for a
 * dangling link, returns the path that would be created through it.
 */
export function realPath(file: string, linksLeft = longestChain): string {
  try {
    return realpathSync(file)
  } catch {
    const target = linksLeft > 0 ? linkTarget(file) : null
    if (target !== null) return realPath(target, linksLeft - 1)
    const folder = path.dirname(file)
    return folder === file ? file : path.join(realPath(folder, linksLeft), path.basename(file))
  }
}

function linkTarget(file: string): string | null {
  try {
    return path.resolve(path.dirname(file), readlinkSync(file))
  } catch {
    return null
  }
}
