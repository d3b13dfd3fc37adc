import { data, Form, Link, redirect } from 'react-router'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { createBacklink } from '#app/backlinks/backlink.server.ts'
import { requestChecks } from '#app/backlinks/check.server.ts'
import type { BacklinkProblems } from '#app/backlinks/fields.server.ts'
import { button } from '#app/ui/admin/button.ts'
import { choice, choiceHint } from '#app/ui/admin/forms/field-looks.ts'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { panel } from '#app/ui/admin/panel.tsx'
import type { Route } from './+types/new-backlink'
import { readBacklinkForm } from './backlink-form.server.ts'
import { BacklinkFieldSet, emptyBacklink } from './backlink-form.tsx'
import { backlinksPath } from './backlink-hrefs.ts'

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const { values, fields, problems } = readBacklinkForm(form)
  const refuse = (more: BacklinkProblems) =>
    data({ values, problems: { ...problems, ...more } }, { status: 400 })
  if (fields === null) return refuse({})
  const actor = actorOf(context)
  const id = await createBacklink(fields, actor)
  if (id === null) return refuse({ url: 'This page is in the list already.' })
  if (form.get('check') === 'yes') await requestChecks([id], actor)
  await context.get(sessionContext).flash('success', `${fields.domain} is in the list.`)
  return redirect(backlinksPath)
}

export default function NewBacklink({ actionData }: Route.ComponentProps) {
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-5">
      <PageHead title="New backlink" back={{ href: backlinksPath, label: 'Backlinks' }} />
      <Form method="post" className={panel()}>
        <BacklinkFieldSet
          values={actionData?.values ?? emptyBacklink}
          problems={actionData?.problems ?? {}}
        />
        <label className={choice}>
          <input type="checkbox" name="check" value="yes" defaultChecked />
          <span className="font-semibold">Check it at once</span>
          <span className={choiceHint}>Looks whether the page links to this site.</span>
        </label>
        <div className="flex flex-wrap items-center gap-2">
          <button type="submit" className={button()}>
            Add the backlink
          </button>
          <Link className={button({ look: 'quiet' })} to={backlinksPath}>
            Cancel
          </Link>
        </div>
      </Form>
    </div>
  )
}
