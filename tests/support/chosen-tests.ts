import { existsSync, statSync } from 'node:fs'
import path from 'node:path'

const usage = [
  'npm test                  all checks and tests',
  'npm test -- PATH …        test files or folders, such as tests/time/zone-days.test.ts or tests/e2e',
  'npx vitest PATH           the same test again after each change',
].join('\n')

export type ChosenTests = { vitest: string[]; playwright: string[] }

/**
 * Sorts test files and folders by the program that runs them. Returns null if none are named. Ends
 * the process with the usage if an argument is anything else.
 */
export function chosenTests(args: readonly string[]): ChosenTests | null {
  if (args.length === 0) return null
  const chosen: ChosenTests = { vitest: [], playwright: [] }
  for (const arg of args) {
    const kind = kindOf(arg)
    if (kind === null) {
      process.stderr.write(`${arg} is not a test file or a folder of tests.\n\n${usage}\n`)
      process.exit(1)
    }
    chosen[kind].push(path.relative('', arg))
  }
  return chosen
}

function kindOf(arg: string): keyof ChosenTests | null {
  const [top, room] = path.relative('', arg).split(path.sep)
  // Those have a command of their own: npm run test:browsers.
  if (top !== 'tests' || room === undefined || room === 'browsers') return null
  if (!existsSync(arg)) return null
  const isFolder = statSync(arg).isDirectory()
  if (room === 'e2e') return isFolder || arg.endsWith('.spec.ts') ? 'playwright' : null
  return isFolder || /\.test\.tsx?$/.test(arg) ? 'vitest' : null
}
