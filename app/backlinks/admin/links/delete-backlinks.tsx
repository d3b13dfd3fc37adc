import { redirect } from 'react-router'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { deleteBacklinks, findBacklinks } from '#app/backlinks/backlink.server.ts'
import { safeAdminRedirect } from '#app/http/safe-redirect.ts'
import { ConfirmPage } from '#app/ui/admin/forms/confirm-page.tsx'
import type { Route } from './+types/delete-backlinks'
import { RowIds } from './backlink-form.server.ts'
import { backlinksPath } from './backlink-hrefs.ts'
import { countText } from './backlink-texts.ts'

/** Confirms deleting backlinks: `?id=…&id=…&back=…`, as the list's menus link to it. */
export async function loader({ url }: Route.LoaderArgs) {
  const back = safeAdminRedirect(url.searchParams.get('back'), backlinksPath)
  const ids = RowIds.safeParse([...new Set(url.searchParams.getAll('id'))])
  const backlinks = ids.success ? await findBacklinks(ids.data) : []
  const none = ids.success ? 'They’re already gone.' : 'Select at least one backlink first.'
  return {
    back,
    backlinks: backlinks.map(({ id, url: page }) => ({ id, page })),
    leftOut: backlinks.length === 0 ? [none] : [],
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const back = safeAdminRedirect(form.get('back'), backlinksPath)
  const ids = RowIds.safeParse(form.getAll('id'))
  if (!ids.success) throw redirect(back)
  const deleted = await deleteBacklinks(ids.data, actorOf(context))
  const { flash } = context.get(sessionContext)
  if (deleted === 0) await flash('error', 'They were already gone.')
  else await flash('success', `${countText(deleted, 'backlink')} deleted.`)
  return redirect(back)
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

export default function DeleteBacklinks({ loaderData }: Route.ComponentProps) {
  const { backlinks, back, leftOut } = loaderData
  const what = countText(backlinks.length, 'backlink')
  return (
    <ConfirmPage
      title={backlinks.length === 0 ? 'Delete backlinks' : `Delete ${what}?`}
      text="This permanently deletes them and their check history. Audit log entries are kept."
      things={backlinks.map(({ page }) => page)}
      leftOut={leftOut}
      back={{ href: back, label: 'Backlinks' }}
      hidden={[
        ...backlinks.map(({ id }) => ['id', String(id)] as [string, string]),
        ['back', back],
      ]}
      submit={`Delete ${what}`}
    />
  )
}
