import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { reopenReport, type SeenReport, undoNote } from '#app/dmca/decision.server.ts'
import { backOrStay } from '#app/http/back-or-stay.server.ts'
import type { Undo } from '#app/http/flash.server.ts'
import { intents } from '#app/http/intents.server.ts'
import { badRequest } from '#app/http/refusals.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { refusalText } from './change-report.server.ts'
import { reportsPath } from './report-hrefs.ts'

/** A report as it was ticked: its id and the version that was seen. */
const Ticked = z
  .string()
  .regex(/^[1-9]\d{0,11}\.[1-9]\d{0,8}$/)
  .transform((text): SeenReport => {
    const [id, version] = text.split('.').map(Number)
    return { id: id ?? 0, version: version ?? 0 }
  })
/** More than a page shows cannot be ticked. */
export const AllTicked = z.array(Ticked).min(1).max(100)

/** The form that takes back what was decided about several reports. */
export function reopenForm(decided: SeenReport[], back: string): Undo {
  return {
    action: reportsPath,
    fields: [
      ...decided.map(({ id, version }): [string, string] => ['id', `${id}.${version + 1}`]),
      ['intent', 'reopen'],
      ['back', back],
    ],
  }
}

type Sent = { context: Readonly<RouterContextProvider> }

/** What the list of reports asks for by itself: Undo of what was decided about several. */
export const changeReports = intents({ reopen })

async function reopen(form: FormData, { context }: Sent): Promise<Response | null> {
  const ticked = AllTicked.safeParse(form.getAll('id'))
  if (!ticked.success) throw badRequest()
  const { flash } = context.get(sessionContext)
  const actor = actorOf(context)
  const refused: string[] = []
  for (const seen of ticked.data) {
    const result = await reopenReport(seen, undoNote, actor)
    if (!result.ok) refused.push(refusalText(seen.id, result, actor))
  }
  const reopened = ticked.data.length - refused.length
  if (reopened > 0) {
    const are = reopened === 1 ? '1 report is' : `${figure(reopened)} reports are`
    await flash('success', `Undone. ${are} pending again, and the claimants are told.`)
  }
  for (const text of refused.slice(0, 5)) await flash('error', text)
  return backOrStay(form, reportsPath, null)
}
