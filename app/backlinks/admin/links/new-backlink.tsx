import { Form, Link, redirect } from 'react-router'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { createBacklink } from '#app/backlinks/backlink.server.ts'
import { requestChecks } from '#app/backlinks/check.server.ts'
import { refuse } from '#app/http/form.server.ts'
import { button } from '#app/ui/admin/button.ts'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { panel } from '#app/ui/admin/panel.tsx'
import { choice, choiceHint } from '#app/ui/field.ts'
import { SubmitButton } from '#app/ui/submit-button.tsx'
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

export default function NewBacklink({ actionData }: Route.ComponentProps) {
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-5">
      <PageHead title="New backlink" back={{ href: backlinksPath, label: 'Backlinks' }} />
      <Form method="post" className={panel()}>
        <BacklinkFieldSet values={{ status: 'pending' }} {...actionData} />
        <label className={choice}>
          <input type="checkbox" name="check" value="yes" defaultChecked />
          <span className="font-semibold">Check it right away</span>
          <span className={choiceHint}>Opens the page to see whether it links to this site.</span>
        </label>
        <div className="flex flex-wrap items-center gap-2">
          <SubmitButton>Add the backlink</SubmitButton>
          <Link className={button({ look: 'quiet' })} to={backlinksPath}>
            Cancel
          </Link>
        </div>
      </Form>
    </div>
  )
}
