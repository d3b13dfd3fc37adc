import { existsSync, readFileSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import freshBuild, { build } from './fresh-build.ts'

/** Vitest's global set-up: builds the app, unless no named test file needs a build. */
export default async function freshBuildIfNeeded(
  project: TestProject,
): Promise<(() => void) | undefined> {
  const named = process.argv.slice(2).filter((arg) => existsSync(arg))
  const needNone = (file: string) =>
    file.endsWith('.test.tsx') ||
    (file.endsWith('.test.ts') && readFileSync(file, 'utf8').startsWith('// @module-tag module'))
  if (named.length > 0 && named.every(needNone)) return undefined
  if (process.argv.some((arg) => /^--tags-filter=(module|!process)/.test(arg))) return undefined
  if (!project.vitest.config.watch) return freshBuild()
  // A watch lasts for hours, and others must be able to build meanwhile.
  build()
  project.onTestsRerun(build)
  return undefined
}
