import type { PassedAlone, Result } from './steps.ts'
import type { FileOutcome } from './test-reports.ts'

type Outcome = {
  step: Result
  files: FileOutcome[]
  /** Messages of errors outside of every test. */
  errors: string[]
}
/** A run of all tests of a step, or of the named files alone, one after the other. */
export type TestRun = (alone: string[] | null) => Outcome

const mostFiles = 8
const mostRuns = 2

/**
 * Runs tests, and those files once or twice more that fell, each alone: a slow minute of the machine
 * is no fault of the product. What passes then is named in the result. More than eight such files
 * in all steps are red, as are a run that ends without a failed test, an error outside of every test
 * and a file that isn't run again.
 */
export function createSecondChances(): (run: TestRun) => Result {
  let left = mostFiles
  return (run) => {
    const first = run(null)
    const fallen = first.files.filter(({ failed }) => failed.length > 0)
    const result: Result = {
      ...first.step,
      tests: {
        passed: sum(first.files.map(({ passed }) => passed)),
        failed: sum(fallen.map(({ failed }) => failed.length)),
        skipped: sum(first.files.map(({ skipped }) => skipped)),
      },
    }
    const reason = faultOutsideTests(first)
    if (reason !== null) return { ...result, result: 'FAILED', reason, red: redTests(fallen) }
    if (fallen.length === 0) return result
    const names = [...new Set(fallen.map(({ file }) => file))]
    left -= names.length
    if (left < 0) {
      const reason = `More than ${mostFiles} files fell, so none was run again.`
      return { ...result, result: 'FAILED', reason, red: redTests(fallen) }
    }
    return { ...result, ...runAlone(run, fallen, names) }
  }
}

/** What made a run red beside its failed tests. */
function faultOutsideTests({ step, files, errors }: Outcome): string | null {
  const [error] = errors
  if (error !== undefined) return `Outside of every test: ${error.split('\n', 1)[0]}`
  const isUnexplained = step.result !== 'passed' && files.every(({ failed }) => failed.length === 0)
  return isUnexplained ? 'It ended without a failed test: see above.' : null
}

function runAlone(
  run: TestRun,
  fallen: readonly FileOutcome[],
  names: string[],
): Pick<Result, 'result' | 'reason' | 'red' | 'passedAlone'> {
  const passedAlone: PassedAlone[] = []
  let red = names
  let latest = fallen
  for (let runs = 0; runs < mostRuns && red.length > 0; runs++) {
    process.stdout.write(`\nRun again, alone: ${red.join(', ')}\n`)
    const again = run(red)
    const reason = faultOutsideTests(again)
    if (reason !== null) return { result: 'FAILED', reason, passedAlone, red: redTests(latest) }
    const outcomes = (name: string) => again.files.filter(({ file }) => file === name)
    const passes = (name: string) =>
      outcomes(name).some(({ passed }) => passed > 0) &&
      outcomes(name).every(({ failed }) => failed.length === 0)
    for (const file of red.filter(passes)) {
      const first = fallen.filter((outcome) => outcome.file === file)
      passedAlone.push({
        file,
        first: sum(first.map(({ seconds }) => seconds)),
        alone: sum(outcomes(file).map(({ seconds }) => seconds)),
        message: first.flatMap(({ failed }) => failed.map(nameAndMessage))[0] ?? '',
      })
    }
    red = red.filter((name) => !passes(name))
    const failed = again.files.filter((it) => red.includes(it.file) && it.failed.length > 0)
    const missing = latest.filter(({ file }) => !failed.some((other) => other.file === file))
    latest = [...failed, ...missing.filter(({ file }) => red.includes(file))]
  }
  return red.length === 0
    ? { result: 'passed', passedAlone }
    : { result: 'FAILED', passedAlone, red: redTests(latest) }
}

function redTests(files: readonly FileOutcome[]): string[] {
  return files.flatMap(({ file, failed }) => failed.map(({ name }) => `${file}: ${name}`))
}

function nameAndMessage({ name, message }: FileOutcome['failed'][number]): string {
  return `${name}: ${message}`
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
