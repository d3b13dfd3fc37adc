import { existsSync, readFileSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import freshBuild, { build } from './fresh-build.ts'

/** Global set-up of Vitest: a fresh build, unless all test files that are named need none. */
export default function freshBuildIfNeeded(project: TestProject): (() => void) | undefined {
  const named = process.argv.slice(2).filter((arg) => /\.test\.tsx?$/.test(arg) && existsSync(arg))
  const needNone = (file: string) =>
    file.endsWith('.tsx') || readFileSync(file, 'utf8').startsWith('// @module-tag module')
  if (named.length > 0 && named.every(needNone)) return undefined
  if (process.argv.some((arg) => arg.startsWith('--tags-filter=module'))) return undefined
  if (!project.vitest.config.watch) return freshBuild()
  // A watch lasts for hours, in which others have to build.
  build()
  project.onTestsRerun(build)
  return undefined
}
