import { z } from 'zod'
import { EmailAddress } from '#app/http/email-address.ts'
import { isKey } from '#app/posts/key-form.ts'
import { counterDeclarations } from './declarations.ts'
import { type NoticeProblem, readTexts, typedIn, typedTexts } from './notice.server.ts'

const textNames = [
  'claimantName',
  'postalAddress',
  'phone',
  'email',
  'remarks',
  'signature',
] as const
type CounterText = (typeof textNames)[number]

/** Values of the poster's form, as typed. Fields are named like those of a notice. */
export type CounterValues = Record<CounterText, string> & {
  posts: string[]
  mistake: boolean
  jurisdiction: boolean
}
export type CounterField = keyof CounterValues
export type CounterProblems = Partial<Record<CounterField, NoticeProblem>>

/** A counter-notice with every element required by 17 U.S.C. 512(g)(3). */
export type CounterForm = Record<CounterText, string> & { posts: string[] }

/** A report can't name more posts, or ids of another form. */
const PostIds = z.array(z.string().refine(isKey)).max(50)

export function counterValues(form: FormData): CounterValues {
  const posts = PostIds.safeParse([...new Set(form.getAll('posts'))])
  return {
    ...typedTexts(form, textNames),
    posts: posts.data ?? [],
    mistake: typedIn(form, 'mistake') === counterDeclarations.version,
    jurisdiction: typedIn(form, 'jurisdiction') === counterDeclarations.version,
  }
}

/**
 * Checks all elements at once. `declared` is the version of the statements shown in the form,
 * `open` the posts a counter-notice can be about.
 */
export function readCounterForm(
  values: CounterValues,
  declared: string,
  open: readonly string[],
): { notice: CounterForm | null; problems: CounterProblems } {
  const { texts, ...read } = readTexts(values, textNames)
  const problems: CounterProblems = read.problems
  const email = EmailAddress.safeParse(texts.email)
  if (email.success) texts.email = email.data
  else problems.email ??= 'email'
  const posts = values.posts.filter((postId) => open.includes(postId))
  if (posts.length === 0) problems.posts = 'required'
  for (const name of ['mistake', 'jurisdiction'] as const) {
    if (declared !== counterDeclarations.version) problems[name] = 'statements_changed'
    else if (!values[name]) problems[name] = 'required'
  }
  if (Object.keys(problems).length > 0) return { notice: null, problems }
  return { notice: { ...texts, posts }, problems }
}
