import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { findServer, librariesOf } from './debian-server.ts'

const program = 'usr/bin/pdftotext'
const findRoot = () => findServer({ packages: ['poppler-utils'], program })

/** Why no PDF can be read on this machine; null if it can, by Debian's pdftotext. */
export function absenceOfPdftotext(): string | null {
  return findRoot() === null ? 'On Debian: apt-get install poppler-utils' : null
}

export function pdfToText(pdf: Buffer): string {
  const root = findRoot() ?? '/'
  const env = { ...process.env, ...librariesOf(root) }
  const { stdout } = spawnSync(path.join(root, program), ['-', '-'], { input: pdf, env })
  return stdout.toString()
}
