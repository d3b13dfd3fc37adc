import { fileNotice, filingWait } from '#app/dmca/filing.server.ts'
import {
  type NoticeProblems,
  noticeValues,
  readNotice,
  resolvePosts,
} from '#app/dmca/notice.server.ts'
import type { NoticeRefusal, RefusedNotice } from '#app/dmca/ui/notice-form.tsx'
import { takeForm } from '#app/http/form-limit.server.ts'
import { checkStamp, stampForm } from '#app/http/form-stamp.server.ts'
import type { Language } from '#app/i18n/catalogue.ts'

type Outcome =
  | { ok: true; token: string }
  | { ok: false; refused: RefusedNotice; status: number; retryAfterSeconds: number | null }

type From = { clientAddress: string; language: Language; signal: AbortSignal }

/** Checks a form that was sent and files it: what is cheap to tell comes first. */
export async function takeNotice(form: FormData, from: From): Promise<Outcome> {
  const typed = (name: string) => String(form.get(name) ?? '').slice(0, 200)
  const values = noticeValues(form)
  const stamp = typed('stamp')
  const refuse = (
    refusal: NoticeRefusal,
    more: { problems?: NoticeProblems; stamp?: string; retryAfterSeconds?: number } = {},
  ): Outcome => ({
    ok: false,
    refused: { refusal, values, problems: more.problems ?? {}, stamp: more.stamp ?? stamp },
    status: more.retryAfterSeconds === undefined ? 400 : 429,
    retryAfterSeconds: more.retryAfterSeconds ?? null,
  })

  const { notice, problems } = readNotice(values, typed('declared'))
  if (notice === null) return refuse({ kind: 'fields' }, { problems })
  const pace = checkStamp(stamp)
  if (pace === 'too_fast') return refuse({ kind: 'tooFast' })
  if (pace === 'stale') return refuse({ kind: 'stale' }, { stamp: stampForm() })
  // Told openly: a browser's helper may have done it, and no notice may vanish without a word.
  if (typed('topic') !== '') return refuse({ kind: 'trap' })

  const overLimit = (seconds: number) =>
    refuse({ kind: 'limit', hours: Math.ceil(seconds / 3600) }, { retryAfterSeconds: seconds })
  const wait = await filingWait(from.clientAddress)
  if (wait > 0) return overLimit(wait)
  const pause = await takeForm('dmca', from.clientAddress)
  if (pause !== null) {
    return refuse({ kind: 'busy', minutes: Math.ceil(pause / 60) }, { retryAfterSeconds: pause })
  }
  const resolved = await resolvePosts(notice.links, from.signal)
  if (!resolved.ok) {
    return refuse({ kind: 'fields' }, { problems: { links: { badLines: resolved.badLines } } })
  }
  const filed = await fileNotice(notice, resolved.posts, { ...from, stamp })
  return filed.ok ? { ok: true, token: filed.token } : overLimit(filed.retryAfterSeconds)
}
