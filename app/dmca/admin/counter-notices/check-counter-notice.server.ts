import { type RouterContextProvider, redirect } from 'react-router'
import { z } from 'zod'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { recordAudit } from '#app/audit/audit.server.ts'
import { markChecked } from '#app/dmca/counter-filing.server.ts'
import { reportNumber } from '#app/dmca/report.ts'
import { withFields } from '#app/http/intents.server.ts'
import { reportHref } from '../report-hrefs.ts'

const Fields = z.object({
  counterNotice: z.coerce.number().int().min(1),
  /** Undo sends the other one. */
  checked: z.enum(['yes', 'no']),
})

type Sent = { id: number; back: string | null; context: Readonly<RouterContextProvider> }

/** Marks a counter-notice that a poster sent as checked, or takes the mark back. */
export const checkCounterNotice = withFields(
  Fields,
  async ({ counterNotice, checked }, { id, back, context }: Sent) => {
    const isChecked = checked === 'yes'
    const { flash } = context.get(sessionContext)
    const number = reportNumber(id)
    if (await markChecked(id, counterNotice, isChecked)) {
      await recordAudit({
        actor: actorOf(context),
        action: 'dmca.counter_notice_checked',
        object: { type: 'dmca_report', id: number },
        after: { counterNotice, checked: isChecked },
      })
      await flash(
        'success',
        `The counter-notice to ${number} is ${isChecked ? 'marked as checked' : 'to be checked again'}.`,
        isChecked
          ? {
              action: reportHref(id),
              fields: [
                ['intent', 'counter_checked'],
                ['counterNotice', String(counterNotice)],
                ['checked', 'no'],
                ['back', reportHref(id)],
              ],
            }
          : undefined,
      )
    } else await flash('info', `The counter-notice to ${number} was changed already.`)
    return back === null ? null : redirect(back)
  },
)
