import { redirect } from 'react-router'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { createBacklink } from '#app/backlinks/backlink.server.ts'
import { requestChecks } from '#app/backlinks/check.server.ts'
import { refuse } from '#app/http/form.server.ts'
import { FormPage } from '#app/ui/admin/forms/form-page.tsx'
import { choice, choiceHint } from '#app/ui/field.ts'
import type { Route } from './+types/new-backlink'
import { readBacklinkForm } from './backlink-form.server.ts'
import { BacklinkFieldSet } from './backlink-form.tsx'
import { backlinksPath } from './backlink-hrefs.ts'

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const read = readBacklinkForm(form)
  if (read.fields === null) return refuse('new', read)
  const actor = actorOf(context)
  const id = await createBacklink(read.fields, actor)
  if (id === null) return refuse('new', read, { url: 'This page is already in the list.' })
  if (form.get('check') === 'yes') await requestChecks([id], actor)
  await context.get(sessionContext).flash('success', `${read.fields.domain} is in the list.`)
  return redirect(backlinksPath)
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

export default function NewBacklink({ actionData }: Route.ComponentProps) {
  return (
    <FormPage
      title="New backlink"
      back={{ href: backlinksPath, label: 'Backlinks' }}
      submit="Add the backlink"
    >
      <BacklinkFieldSet values={{ status: 'pending' }} {...actionData} />
      <label className={choice}>
        <input type="checkbox" name="check" value="yes" defaultChecked />
        <span className="font-semibold">Check it right away</span>
        <span className={choiceHint}>Opens the page to see whether it links to this site.</span>
      </label>
    </FormPage>
  )
}
