import { type Problem, problemCode } from '#app/api/problem.server.ts'
import { type LookupProblem, lookupCause } from '#app/download/lookup/lookup.server.ts'
import { lookupProblemAnswer } from '#app/download/lookup/lookup-problem.server.ts'
import type { DeliveryProblem } from '#app/download/save/delivery.server.ts'
import { problemAnswer } from '#app/download/save/save-problem.server.ts'
import { saveCause } from '#app/download/save/save-result.server.ts'
import { hintText } from '#app/download/ui/hint-text.ts'
import { refusalTexts } from '#app/download/ui/later/problem-texts.ts'
import { catalogue } from '#app/i18n/texts.server.ts'

/** Returns why a link has no post, in the words of the page. */
export function lookupProblem(problem: LookupProblem): Problem {
  const { status, message, hint, retryAfterSeconds, site } = lookupProblemAnswer(problem)
  const texts = catalogue('en')
  return {
    code: problemCode(lookupCause(problem)),
    status,
    title: texts.errors[message],
    ...(hint !== null && { detail: hintText(hint, { retryAfterSeconds, site }, texts, 'en') }),
    retryAfterSeconds,
  }
}

/** Returns why a file can't be sent, in the words of the page. */
export function saveProblem(problem: DeliveryProblem): Problem {
  const { status, problem: refusal } = problemAnswer(problem)
  const { title, text } = refusalTexts(refusal, catalogue('en'), 'en')
  const { retryAfterSeconds } = refusal
  return { code: problemCode(codeOf(problem)), status, title, detail: text, retryAfterSeconds }
}

function codeOf(problem: DeliveryProblem): string {
  if (problem.kind === 'link') return problem.check
  if (problem.kind === 'full') return problem.reason
  return problem.kind === 'too_many' ? problem.kind : saveCause(problem)
}
