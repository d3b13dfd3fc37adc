import { redirect } from 'react-router'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { readBacklinkForm } from '#app/backlinks/admin/links/backlink-form.server.ts'
import { prospectHref } from '#app/backlinks/admin/links/backlink-hrefs.ts'
import { findProspect } from '#app/backlinks/prospect.server.ts'
import { winProspect } from '#app/backlinks/prospect-steps.server.ts'
import { refuse } from '#app/http/form.server.ts'
import { foundRow } from '#app/http/refusals.ts'
import { FormPage } from '#app/ui/admin/forms/form-page.tsx'
import { FormFields, TextField } from '#app/ui/form-fields.tsx'
import type { Route } from './+types/won'
import { prospectProblem } from './prospect-problem.ts'

export async function loader({ params }: Route.LoaderArgs) {
  const { id, site, page, contactEmail } = await foundRow(params.id, findProspect)
  return { id, site, page, contactEmail }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { id } = await foundRow(params.id, findProspect)
  const read = readBacklinkForm(await request.formData())
  if (read.fields === null) return refuse('won', read)
  const result = await winProspect(id, read.fields, actorOf(context))
  const { flash } = context.get(sessionContext)
  if (result.ok) await flash('success', 'Won. The page is in the list and is being checked.')
  else await flash('error', prospectProblem(result))
  return redirect(prospectHref(id))
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

export default function Won({ loaderData, actionData }: Route.ComponentProps) {
  const { id, site, page, contactEmail } = loaderData
  return (
    <FormPage
      title={`Record the backlink on ${site}`}
      back={{ href: prospectHref(id), label: site }}
      lead="The page is added to your backlinks, or found there, and checked right away."
      submit="Won: add the backlink"
    >
      <input type="hidden" name="contactEmail" value={contactEmail} />
      <FormFields values={{ url: page }} {...actionData}>
        <TextField
          label="URL of the linking page"
          name="url"
          type="url"
          maxLength={2000}
          autoComplete="off"
          spellCheck={false}
          required
        />
        <TextField
          label="Domain authority"
          name="domainAuthority"
          type="number"
          required
          hint="From 0 to 100, as your SEO tool rates it."
        />
      </FormFields>
    </FormPage>
  )
}
