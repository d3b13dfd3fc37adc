import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { unpackPackages } from './debian-packages.ts'

/** Has Python find Debian's feedparser and lxml, which are unpacked where they aren't installed. */
export function pythonEnv(): { PYTHONPATH: string } {
  const root = unpackPackages(['python3-feedparser', 'python3-lxml']) ?? ''
  return { PYTHONPATH: path.join(root, 'usr/lib/python3/dist-packages') }
}

/** Why feeds can't be read by them on this machine; null if they can. */
export function absenceOfFeedparser(): string | null {
  const { status } = spawnSync('/usr/bin/python3', ['-c', 'import feedparser, lxml.etree'], {
    env: pythonEnv(),
  })
  return status === 0 ? null : 'On Debian: apt-get install python3-feedparser python3-lxml'
}
