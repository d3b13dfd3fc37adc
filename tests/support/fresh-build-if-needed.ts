import { existsSync, readFileSync } from 'node:fs'
import freshBuild from './fresh-build.ts'

/** Global set-up of Vitest: no build for test files that say they need none, where they are named. */
export default function freshBuildIfNeeded(): void {
  const named = process.argv.slice(2).filter((arg) => /\.test\.tsx?$/.test(arg) && existsSync(arg))
  const needNone = (file: string) =>
    file.endsWith('.tsx') || readFileSync(file, 'utf8').startsWith('// @module-tag module')
  if (named.length > 0 && named.every(needNone)) return
  if (process.argv.some((arg) => arg.startsWith('--tags-filter=module'))) return
  freshBuild()
}
