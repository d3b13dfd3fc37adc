import { counterCase, fileCounterNotice } from '#app/dmca/counter-filing.server.ts'
import {
  type CounterProblems,
  counterValues,
  readCounterForm,
} from '#app/dmca/counter-form.server.ts'
import type { RefusedCounter } from '#app/dmca/ui/counter-form.tsx'
import type { NoticeRefusal } from '#app/dmca/ui/notice-form.tsx'
import { takeForm } from '#app/http/form-limit.server.ts'
import { checkStamp, stampForm } from '#app/http/form-stamp.server.ts'
import { createLimiter, takePoint } from '#app/http/rate-limit.server.ts'
import type { Language } from '#app/i18n/catalogue.ts'

type Outcome =
  | { ok: true }
  | { ok: false; refused: RefusedCounter; status: number; retryAfterSeconds: number | null }

/** What one network may file within a day, as with notices. */
const dailyLimit = createLimiter('counter notices of a day', 5, 86_400)

/** Checks a poster's form and files it: what is cheap to tell comes first. */
export async function takeCounterNotice(
  token: string,
  form: FormData,
  { clientAddress, language }: { clientAddress: string; language: Language },
): Promise<Outcome> {
  const typed = (name: string) => String(form.get(name) ?? '').slice(0, 200)
  const values = counterValues(form)
  const stamp = typed('stamp')
  const refuse = (
    refusal: NoticeRefusal,
    more: {
      problems?: CounterProblems
      stamp?: string
      status?: number
      retryAfterSeconds?: number
    } = {},
  ): Outcome => ({
    ok: false,
    refused: { refusal, values, problems: more.problems ?? {}, stamp: more.stamp ?? stamp },
    status: more.status ?? (more.retryAfterSeconds === undefined ? 400 : 429),
    retryAfterSeconds: more.retryAfterSeconds ?? null,
  })

  const found = await counterCase(token)
  if (found === null) return refuse({ kind: 'closed' }, { status: 404 })
  // The same form sent again names posts that wait by now: it is filed once, and told so again.
  const waiting = found.received.filter(({ status }) => status === 'waiting')
  const about = [...found.open, ...waiting.flatMap(({ postIds }) => postIds)]
  if (about.length === 0) return refuse({ kind: 'closed' }, { status: 409 })
  const { notice, problems } = readCounterForm(values, typed('declared'), about)
  if (notice === null) return refuse({ kind: 'fields' }, { problems })
  const pace = checkStamp(stamp)
  if (pace === 'too_fast') return refuse({ kind: 'tooFast' })
  if (pace === 'stale') return refuse({ kind: 'stale' }, { stamp: stampForm() })
  // Told openly: a browser's helper may have done it, and no form may vanish without a word.
  if (typed('topic') !== '') return refuse({ kind: 'trap' })

  const pause = await takeForm('dmca counter', clientAddress)
  if (pause !== null) {
    return refuse({ kind: 'busy', minutes: Math.ceil(pause / 60) }, { retryAfterSeconds: pause })
  }
  const filed = await fileCounterNotice(found.reportId, notice, { language, stamp }, () =>
    takePoint(dailyLimit, 'dmca counter', clientAddress),
  )
  if (filed === 'closed') return refuse({ kind: 'closed' }, { status: 409 })
  if (filed === 'filed') return { ok: true }
  const { retryAfterSeconds } = filed
  return refuse(
    { kind: 'limit', hours: Math.ceil(retryAfterSeconds / 3600) },
    { retryAfterSeconds },
  )
}
