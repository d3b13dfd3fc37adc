import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { unpackNpmPackage } from './npm-package.ts'

/** Returns the script of HTML_CodeSniffer; null where npm has no registry. */
export function htmlCodeSniffer(): string | null {
  const file = path.join(unpackNpmPackage('html_codesniffer@2.5.1') ?? '', 'build/HTMLCS.js')
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}
