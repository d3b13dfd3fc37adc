import { existsSync, globSync, statSync } from 'node:fs'
import path from 'node:path'

const usage = [
  'npm test                  the gate: all checks, and the tests that each change has to pass',
  'npm run test:all          all checks and tests',
  'npm run test:browsers     the journeys in other browsers',
  'npm test -- PATH …        test files or folders, such as tests/time/zone-days.test.ts or tests/e2e',
  'npx vitest PATH           the same test again after each change',
].join('\n')

/** Arguments of each required test run, by program. */
export type ChosenTests = { vitest: string[][]; playwright: string[] | null }

/** Vitest's projects, by file ending: the first match counts. */
const projects: Record<string, string> = {
  '.postgres.test.ts': 'postgres',
  '.test.ts': process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'rooms',
  '.test.tsx': 'components',
}

function projectOf(file: string): string | undefined {
  const [, project] = Object.entries(projects).find(([ending]) => file.endsWith(ending)) ?? []
  return project
}

/**
 * Sorts test files and folders by the program that runs them. Returns null if none are named. Ends
 * the process with the usage if an argument is anything else.
 */
export function chosenTests(args: readonly string[]): ChosenTests | null {
  if (args.length === 0) return null
  for (const arg of args) {
    if (isTestPath(arg)) continue
    process.stderr.write(`${arg} is not a test file or a folder of tests.\n\n${usage}\n`)
    process.exit(1)
  }
  const paths = args.map((arg) => path.resolve(arg))
  const inBrowser = paths.filter((file) => file.startsWith(path.resolve('tests/e2e')))
  const others = paths.filter((file) => !inBrowser.includes(file))
  const folders = others.filter(isFolder)
  // Vitest matches paths by substring: `x.test.ts` also matches `x.test.tsx`.
  const vitest = Object.values(projects).flatMap((project) => {
    const files = others.filter((file) => projectOf(file) === project)
    return files.length === 0 ? [] : [['--project', project, ...files]]
  })
  if (folders.length > 0) vitest.push(folders.map((folder) => folder + path.sep))
  return { vitest, playwright: inBrowser.length > 0 ? inBrowser.map(exactly) : null }
}

function isTestPath(arg: string): boolean {
  const [top, room] = path.relative('', arg).split(path.sep)
  // These have their own command: npm run test:browsers.
  if (top !== 'tests' || room === undefined || room === 'browsers' || !existsSync(arg)) return false
  const ending = room === 'e2e' ? /\.spec\.ts$/ : /\.test\.tsx?$/
  return (
    ending.test(arg) || (isFolder(arg) && globSync(`${arg}/**`).some((file) => ending.test(file)))
  )
}

function isFolder(file: string): boolean {
  return statSync(file).isDirectory()
}

/** Playwright takes paths as regular expressions. */
function exactly(file: string): string {
  return `^${file.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}${isFolder(file) ? '' : '$'}`
}
