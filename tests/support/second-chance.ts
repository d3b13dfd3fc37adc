import type { PassedAlone, Result } from './steps.ts'
import type { FileOutcome } from './test-reports.ts'

/** A run of all tests of a step, or of the named files alone, one after the other. */
export type TestRun = (alone: string[] | null) => { step: Result; files: FileOutcome[] }

const mostFiles = 8
const mostRuns = 2

/**
 * Runs tests, and those files once or twice more that fell, each alone: a slow minute of the machine
 * is no fault of the product. What passes then is named in the result. More than eight such files
 * in all steps are red, as are a run that ends without a failed test and a file that isn't run again.
 */
export function createSecondChances(): (run: TestRun) => Result {
  let left = mostFiles
  return (run) => {
    const { step, files } = run(null)
    const fallen = files.filter(({ failed }) => failed.length > 0)
    const tests = {
      passed: sum(files.map(({ passed }) => passed)),
      failed: sum(fallen.map(({ failed }) => failed.length)),
      skipped: sum(files.map(({ skipped }) => skipped)),
    }
    if (step.result === 'passed' && fallen.length === 0) return { ...step, tests }
    if (fallen.length === 0) {
      return {
        ...step,
        tests,
        result: 'FAILED',
        reason: 'It ended without a failed test: see above.',
      }
    }
    const names = [...new Set(fallen.map(({ file }) => file))]
    left -= names.length
    if (left < 0) {
      const reason = `More than ${mostFiles} files fell, so none was run again.`
      return { ...step, tests, result: 'FAILED', reason, red: redTests(fallen) }
    }
    return { ...step, tests, ...runAlone(run, fallen, names) }
  }
}

function runAlone(
  run: TestRun,
  fallen: readonly FileOutcome[],
  names: string[],
): Pick<Result, 'result' | 'red' | 'passedAlone'> {
  const passedAlone: PassedAlone[] = []
  let red = names
  let latest = fallen
  for (let runs = 0; runs < mostRuns && red.length > 0; runs++) {
    process.stdout.write(`\nRun again, alone: ${red.join(', ')}\n`)
    const { files } = run(red)
    const outcomes = (name: string) => files.filter(({ file }) => file === name)
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
    const again = files.filter(({ file, failed }) => red.includes(file) && failed.length > 0)
    const missing = latest.filter(({ file }) => !again.some((other) => other.file === file))
    latest = [...again, ...missing.filter(({ file }) => red.includes(file))]
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
