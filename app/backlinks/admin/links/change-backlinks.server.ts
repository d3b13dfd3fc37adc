import type { RouterContextProvider } from 'react-router'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { noteLostBacklinks } from '#app/backlinks/backlink.server.ts'
import { requestChecks } from '#app/backlinks/check.server.ts'
import { backOrStay } from '#app/http/back-or-stay.server.ts'
import { intents } from '#app/http/intents.server.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { inBackground } from '#app/observe/in-background.server.ts'
import { RowIds } from './backlink-form.server.ts'
import { backlinksPath } from './backlink-hrefs.ts'
import { countText, statuses, statusTexts } from './backlink-texts.ts'

type Sent = { context: Readonly<RouterContextProvider> }

/** What the list, its rows and a backlink's page ask for. */
export const changeBacklinks = intents({ note: noteLost, check: checkNow })

async function noteLost(form: FormData, { context }: Sent): Promise<Response | null> {
  const ids = RowIds.safeParse(form.getAll('id'))
  const id = ids.success ? (ids.data[0] ?? null) : null
  const noted = await noteLostBacklinks(actorOf(context), id)
  const { flash } = context.get(sessionContext)
  if (noted > 0) await flash('success', 'It’s no longer shown as new.')
  return backOrStay(form, backlinksPath, null)
}

async function checkNow(form: FormData, { context }: Sent): Promise<Response | null> {
  const { flash } = context.get(sessionContext)
  const ids = RowIds.safeParse(form.getAll('id'))
  if (!ids.success) {
    const none = form.getAll('id').length === 0
    await flash('error', none ? 'Select at least one backlink first.' : 'That couldn’t be done.')
    return backOrStay(form, backlinksPath, null)
  }
  const result = await requestChecks(ids.data, actorOf(context))
  if (!result.ok) {
    await flash('error', 'Too many checks are already waiting. Try again in a while.')
  } else if (result.requested === 0) {
    await flash('error', 'They were already gone.')
  } else {
    await flash(
      'info',
      `Checking ${countText(result.requested, 'link')}. Results appear here as they arrive.`,
    )
    inBackground('checks', async () => {
      const counts = await result.done
      const found = statuses.flatMap((status) => {
        const count = counts[status] ?? 0
        return count === 0 ? [] : [`${figure(count)} ${statusTexts[status].label.toLowerCase()}`]
      })
      await flash('success', `Checked ${countText(result.requested, 'link')}: ${found.join(', ')}.`)
    })
  }
  return backOrStay(form, backlinksPath, null)
}
