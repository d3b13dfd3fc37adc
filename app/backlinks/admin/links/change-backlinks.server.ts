import type { RouterContextProvider } from 'react-router'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { noteLostBacklinks } from '#app/backlinks/backlink.server.ts'
import { requestChecks } from '#app/backlinks/check.server.ts'
import { safeAdminRedirect } from '#app/http/safe-redirect.ts'
import { RowIds } from './backlink-form.server.ts'
import { countText } from './backlink-texts.ts'

type Context = Readonly<RouterContextProvider>

/** Does what the list, its rows and a backlink's page ask for; gives the page to return to. */
export async function changeBacklinks(context: Context, form: FormData): Promise<string> {
  const back = safeAdminRedirect(form.get('back'), '/admin/backlinks')
  const { flash } = context.get(sessionContext)
  const ids = RowIds.safeParse(form.getAll('id'))
  if (form.get('do') === 'note') {
    const noted = await noteLostBacklinks(
      actorOf(context),
      ids.success ? (ids.data[0] ?? null) : null,
    )
    if (noted > 0) await flash('success', 'Noted: it is not shown as new any more.')
  } else if (form.get('do') !== 'check') {
    await flash('error', 'That could not be done: try again.')
  } else if (!ids.success) {
    const none = form.getAll('id').length === 0
    await flash('error', none ? 'Tick at least one backlink first.' : 'That could not be done.')
  } else {
    const result = await requestChecks(ids.data, actorOf(context))
    if (!result.ok) {
      await flash('error', 'Too many checks are waiting already: try again in a while.')
    } else if (result.requested === 0) {
      await flash('error', 'They were gone already.')
    } else {
      const what = countText(result.requested, 'page is', 'pages are')
      await flash('info', `${what} being checked. What comes of it will be on this page.`)
    }
  }
  return back
}
