import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Mutation, mutationsOf } from './rule-mutations.ts'

/**
 * `npm run mutate -- --count 10 --seed 1`: changes one rule at a time, in a copy of the project,
 * runs the module tests that import it and says which changes no test noticed. The same seed
 * chooses the same changes; `--skip` goes on where an earlier run ended, and `--only` takes changes
 * whose place, such as `app/time/days.ts:12`, matches a regular expression.
 */

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '10' },
    skip: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    parallel: { type: 'string', default: '1' },
  },
})

type Outcome = 'noticed' | 'hung' | 'SURVIVED'

/** Far more than module tests take; a change can make a loop endless. */
const limitMs = 180_000
/** For all tests of a run without a change. */
const limitUnchangedMs = 900_000
const importFrom = /(?:\bfrom|\bimport)\s*\(?\s*'((?:#|\.)[^']+)'/g

const files = globSync('{app,db,tests}/**/*.ts')
const imports = new Map(files.map((file) => [file, importsOf(file)]))
const rules = files.filter(
  (file) => file.startsWith('app/') && !/\/(?:ui|browser|cli|routes|admin)\//.test(file),
)
const testsOf = nearestTests()
const untested = rules.filter((file) => !testsOf.has(file) && mutationsOf(file).length > 0)

const skip = Number(values.skip)
const chosen = [...testsOf.keys()]
  .flatMap(mutationsOf)
  .filter(({ file, line }) => new RegExp(values.only).test(`${file}:${line}`))
  .map((one) => ({ one, key: order(one) }))
  .sort((a, b) => (a.key < b.key ? -1 : 1))
  .slice(skip, skip + Number(values.count))
  .map(({ one }) => one)

const folders = Array.from({ length: Number(values.parallel) }, copyProject)
try {
  const [first] = folders
  if (first !== undefined) await leaveOutFailing(first)
  const waiting = chosen.filter(({ file }) => testsOf.get(file)?.length)
  const outcomes: Outcome[] = []
  await Promise.all(
    folders.map(async (folder) => {
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
        const outcome = await outcomeOf(one, folder)
        report(one, outcome)
        outcomes.push(outcome)
      }
    }),
  )
  const survived = outcomes.filter((outcome) => outcome === 'SURVIVED').length
  process.stdout.write(
    `${outcomes.length} changes, ${survived} not noticed. ` +
      `${untested.length} files with rules are nearer to other tests and were left out.\n`,
  )
  process.exitCode = survived > 0 ? 1 : 0
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}

/** The project's files that a file imports. */
function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(importFrom)].map(([, name = '']) =>
    name.startsWith('#') ? name.slice(1) : path.join(path.dirname(file), name),
  )
}

/**
 * For each rule, the module tests among those that import it in the fewest steps. A rule that only
 * other tests import so directly is left out: they would need a build of each change. So is one that
 * is more than three steps away. Tests of the project read its files, and import no rule.
 */
function nearestTests(): Map<string, string[]> {
  const nearest = new Map<string, { steps: number; tests: string[] }>()
  const isTest = (file: string) => file.endsWith('.test.ts') && !file.startsWith('tests/project/')
  for (const test of files.filter(isTest)) {
    const seen = new Set([test])
    let level = [test]
    for (let steps = 1; steps <= 3; steps += 1) {
      level = level.flatMap((file) => imports.get(file) ?? []).filter((file) => !seen.has(file))
      for (const file of new Set(level)) {
        seen.add(file)
        const known = nearest.get(file)
        if (known === undefined || known.steps > steps) nearest.set(file, { steps, tests: [test] })
        else if (known.steps === steps) known.tests.push(test)
      }
    }
  }
  return new Map(
    rules.flatMap((file) => {
      const tests = nearest.get(file)?.tests.filter(isModuleTest) ?? []
      return tests.length > 0 ? [[file, tests] as const] : []
    }),
  )
}

function isModuleTest(file: string): boolean {
  return (
    !file.endsWith('.postgres.test.ts') &&
    readFileSync(file, 'utf8').startsWith('// @module-tag module')
  )
}

function order({ file, start, to }: Mutation): string {
  const place = readFileSync(file, 'utf8').slice(0, start)
  return createHash('sha256').update(`${values.seed} ${file} ${place} ${to}`).digest('hex')
}

function copyProject(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-mutate-'))
  for (const name of ['app', 'db', 'tests', 'package.json', 'tsconfig.json', 'vitest.config.ts']) {
    cpSync(name, path.join(folder, name), { recursive: true })
  }
  for (const name of ['node_modules', 'public', 'pages-content']) {
    symlinkSync(path.resolve(name), path.join(folder, name))
  }
  return folder
}

/** Leaves out tests that fail anyway: they would count every change as noticed. */
async function leaveOutFailing(folder: string): Promise<void> {
  const tests = new Set(chosen.flatMap(({ file }) => testsOf.get(file) ?? []))
  const results = path.join(folder, 'unchanged.json')
  await run([...tests, '--reporter=json', `--outputFile=${results}`], folder, limitUnchangedMs)
  const { testResults }: { testResults: { name: string; status: string }[] } = JSON.parse(
    readFileSync(results, 'utf8'),
  )
  const passed = testResults.flatMap(({ name, status }) =>
    status === 'passed' ? [path.relative(realpathSync(folder), name)] : [],
  )
  for (const [file, its] of testsOf) {
    testsOf.set(
      file,
      its.filter((test) => passed.includes(test)),
    )
  }
  const failing = [...tests].filter((test) => !passed.includes(test))
  if (failing.length > 0) {
    process.stdout.write(`Left out, since they fail without a change: ${failing.join(' ')}\n`)
  }
}

async function outcomeOf({ file, start, end, to }: Mutation, folder: string): Promise<Outcome> {
  const copy = path.join(folder, file)
  const before = readFileSync(copy, 'utf8')
  writeFileSync(copy, before.slice(0, start) + to + before.slice(end))
  try {
    return await run([...(testsOf.get(file) ?? []), '--bail=1'], folder, limitMs)
  } finally {
    writeFileSync(copy, before)
  }
}

/** Runs tests at a low priority, and ends them with their workers after the limit. */
function run(options: string[], folder: string, withinMs: number): Promise<Outcome> {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'rooms']
  const child = spawn('nice', ['-n', '15', process.execPath, ...vitest, ...options], {
    cwd: folder,
    stdio: 'ignore',
    detached: true,
  })
  return new Promise((resolve, reject) => {
    let hung = false
    const limit = setTimeout(() => {
      hung = true
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    }, withinMs)
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(limit)
      resolve(hung ? 'hung' : code === 0 ? 'SURVIVED' : 'noticed')
    })
  })
}

function report({ file, line, start, end, to }: Mutation, outcome: Outcome): void {
  const source = readFileSync(file, 'utf8')
  const from = source.lastIndexOf('\n', start - 1) + 1
  const until = (at: number) => source.indexOf('\n', at)
  const before = source.slice(from, until(end)).trim()
  const after = (source.slice(from, start) + to + source.slice(end, until(end))).trim()
  process.stdout.write(`${outcome} ${file}:${line}\n  - ${before}\n  + ${after}\n`)
}
