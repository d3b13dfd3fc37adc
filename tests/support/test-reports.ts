import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

/** What a test file came to in a run. */
export type FileOutcome = {
  /** Relative to the project. */
  file: string
  seconds: number
  passed: number
  skipped: number
  failed: { name: string; message: string }[]
}

const VitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
})

/** Reads the report of Vitest's reporter `json`; a file of two projects is there twice. */
export function readVitestReport(file: string): FileOutcome[] {
  if (!existsSync(file)) return []
  const { testResults } = VitestReport.parse(JSON.parse(readFileSync(file, 'utf8')))
  return testResults.map((of) => {
    const count = (status: string) => of.assertionResults.filter((it) => it.status === status)
    const failed = count('failed').map(({ fullName, failureMessages }) => ({
      name: fullName,
      message: failureMessages?.[0] ?? '',
    }))
    const passed = count('passed').length
    // A file that can't be imported, or whose set-up throws, has no failed test of its own.
    if (failed.length === 0 && of.status === 'failed') {
      failed.push({ name: 'the file itself', message: of.message })
    }
    return {
      file: path.relative('', of.name),
      seconds: Math.max(0, of.endTime - of.startTime) / 1000,
      passed,
      skipped: of.assertionResults.length - passed - count('failed').length,
      failed,
    }
  })
}

/** Reads the report of `errors-outside-tests.ts`. */
export function readMessages(report: string): string[] {
  if (!existsSync(report)) return []
  return z.array(z.string()).parse(JSON.parse(readFileSync(report, 'utf8')))
}

const Spec = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(
    z.object({
      status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
      results: z.array(
        z.object({
          duration: z.number(),
          error: z.object({ message: z.string().optional() }).optional(),
        }),
      ),
    }),
  ),
})
type Suite = { title: string; specs: z.infer<typeof Spec>[]; suites?: Suite[] | undefined }
const Suite: z.ZodType<Suite> = z.lazy(() =>
  z.object({ title: z.string(), specs: z.array(Spec), suites: z.array(Suite).optional() }),
)
const PlaywrightReport = z.object({
  config: z.object({ rootDir: z.string() }),
  suites: z.array(Suite),
  errors: z.array(z.object({ message: z.string().optional() })),
})

/** Reads the report of Playwright's reporter `json`. Errors are those outside of every test. */
export function readPlaywrightReport(report: string): { files: FileOutcome[]; errors: string[] } {
  if (!existsSync(report)) return { files: [], errors: [] }
  const { config, suites, errors } = PlaywrightReport.parse(
    JSON.parse(readFileSync(report, 'utf8')),
  )
  const files = suites.map((suite) => {
    const tests = specsOf(suite, []).flatMap(({ name, tests }) =>
      tests.map((test) => ({ name, ...test })),
    )
    const count = (status: string) => tests.filter((test) => test.status === status)
    const durations = tests.flatMap(({ results }) => results.map(({ duration }) => duration))
    return {
      file: path.relative('', path.join(config.rootDir, suite.title)),
      seconds: durations.reduce((sum, ms) => sum + ms, 0) / 1000,
      passed: count('expected').length,
      skipped: count('skipped').length,
      failed: count('unexpected').map(({ name, results }) => ({
        name,
        message: results.find(({ error }) => error !== undefined)?.error?.message ?? '',
      })),
    }
  })
  return { files, errors: errors.map(({ message }) => message ?? '') }
}

function specsOf(
  suite: Suite,
  above: string[],
): { name: string; tests: Suite['specs'][0]['tests'] }[] {
  return [
    ...suite.specs.map(({ title, tests }) => ({ name: [...above, title].join(' › '), tests })),
    ...(suite.suites ?? []).flatMap((inner) => specsOf(inner, [...above, inner.title])),
  ]
}
