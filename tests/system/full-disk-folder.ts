import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Only root may, and not in every container. */
export function canMountDisk(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const place = mkdtempSync(path.join(tmpdir(), 'cleanclip-mount-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', place])
  if (status === 0) spawnSync('umount', [place])
  rmSync(place, { recursive: true, force: true })
  return status === 0
}

/** Puts a disk of 24 MB at a folder. */
export function mountSmallDisk(folder: string): void {
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m,mode=700', 'none', folder])
}

export function unmountDisk(folder: string): void {
  spawnSync('umount', ['-l', folder])
}

/** Fills the rest of a disk with a file. */
export function fillDisk(file: string): void {
  const descriptor = openSync(file, 'w')
  for (const size of [1024 * 1024, 4096]) {
    const block = Buffer.alloc(size)
    try {
      while (writeSync(descriptor, block) > 0);
    } catch {
      // That is the aim.
    }
  }
  closeSync(descriptor)
}
