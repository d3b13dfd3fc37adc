import { z } from 'zod'
import { counterDeclarations } from './declarations.ts'
import type { NoticeProblem } from './notice.server.ts'
import { noticeLimits, plainLine, plainText, typedMargin } from './report.ts'

const textNames = [
  'claimantName',
  'postalAddress',
  'phone',
  'email',
  'remarks',
  'signature',
] as const
type CounterText = (typeof textNames)[number]

/** What the poster's form sends, as it was typed; its fields are named as those of a notice. */
export type CounterValues = Record<CounterText, string> & {
  /** The posts that are ticked. */
  posts: string[]
  mistake: boolean
  jurisdiction: boolean
}
export type CounterField = keyof CounterValues
export type CounterProblems = Partial<Record<CounterField, NoticeProblem>>

/** A counter-notice with every element that 17 U.S.C. 512(g)(3) asks for. */
export type CounterForm = Record<CounterText, string> & { posts: string[] }

const severalLines = new Set<CounterText>(['postalAddress', 'remarks'])
/** More than a report can name makes no sense; neither do ids of another form. */
const PostIds = z.array(z.string().regex(/^\d{6,20}$/)).max(50)

/** Returns the values of the form that was sent; of a text that comes twice the first counts. */
export function counterValues(form: FormData): CounterValues {
  const typed = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  const texts = Object.fromEntries(
    textNames.map((name) => [name, typed(name).slice(0, noticeLimits[name] + typedMargin)]),
  ) as Record<CounterText, string>
  const posts = PostIds.safeParse([...new Set(form.getAll('posts'))])
  return {
    ...texts,
    posts: posts.data ?? [],
    mistake: typed('mistake') === counterDeclarations.version,
    jurisdiction: typed('jurisdiction') === counterDeclarations.version,
  }
}

/**
 * Checks every element at once. `declared` is the version of the statements that the form showed,
 * and `open` the posts that a counter-notice can be about.
 */
export function readCounterForm(
  values: CounterValues,
  declared: string,
  open: readonly string[],
): { notice: CounterForm | null; problems: CounterProblems } {
  const problems: CounterProblems = {}
  const texts = { ...values }
  for (const name of textNames) {
    texts[name] = (severalLines.has(name) ? plainText : plainLine)(values[name])
    if (texts[name] === '' && name !== 'remarks') problems[name] = 'required'
    // What someone has sworn to is never cut off.
    else if (texts[name].length > noticeLimits[name]) problems[name] = 'too_long'
  }
  if (problems.email === undefined && !z.email().safeParse(texts.email).success) {
    problems.email = 'email'
  }
  const posts = values.posts.filter((postId) => open.includes(postId))
  if (posts.length === 0) problems.posts = 'required'
  for (const name of ['mistake', 'jurisdiction'] as const) {
    if (declared !== counterDeclarations.version) problems[name] = 'statements_changed'
    else if (!values[name]) problems[name] = 'required'
  }
  if (Object.keys(problems).length > 0) return { notice: null, problems }
  const { mistake: _, jurisdiction: __, ...elements } = texts
  return { notice: { ...elements, posts }, problems }
}
