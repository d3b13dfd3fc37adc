import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { type SeenReport, undoDecision } from '#app/dmca/decision.server.ts'
import { backOrStay } from '#app/http/back-or-stay.server.ts'
import type { Undo } from '#app/http/flash.server.ts'
import { intents } from '#app/http/intents.server.ts'
import { badRequest } from '#app/http/refusals.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { refusalText } from './change-report.server.ts'
import { reportsPath } from './report-hrefs.ts'

/** A ticked report's id and the version that was seen. */
const Ticked = z
  .string()
  .regex(/^[1-9]\d{0,11}\.[1-9]\d{0,8}$/)
  .transform((text): SeenReport => {
    const [id, version] = text.split('.').map(Number)
    return { id: id ?? 0, version: version ?? 0 }
  })
/** A page shows no more rows than this. */
export const AllTicked = z.array(Ticked).min(1).max(100)

export function undoForm(decided: SeenReport[], back: string): Undo {
  return {
    action: reportsPath,
    fields: [
      ...decided.map(({ id, version }): [string, string] => ['id', `${id}.${version + 1}`]),
      ['intent', 'undo'],
      ['back', back],
    ],
  }
}

type Sent = { context: Readonly<RouterContextProvider> }

export const changeReports = intents({ undo })

async function undo(form: FormData, { context }: Sent): Promise<Response | null> {
  const ticked = AllTicked.safeParse(form.getAll('id'))
  if (!ticked.success) throw badRequest()
  const { flash } = context.get(sessionContext)
  const actor = actorOf(context)
  const refused: string[] = []
  let mailed = 0
  for (const seen of ticked.data) {
    const result = await undoDecision(seen, actor)
    if (!result.ok) refused.push(refusalText(seen.id, result, actor))
    else if (result.mailed) mailed += 1
  }
  const reopened = ticked.data.length - refused.length
  if (reopened > 0) {
    const are = reopened === 1 ? '1 report is' : `${figure(reopened)} reports are`
    const informed =
      mailed === 0
        ? ''
        : ` ${figure(mailed)} of the claimants had been told, and get another email.`
    await flash('success', `Undone. ${are} pending again.${informed}`)
  }
  for (const text of refused.slice(0, 5)) await flash('error', text)
  return backOrStay(form, reportsPath, null)
}
