import { redirect } from 'react-router'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { RowId } from '#app/backlinks/admin/links/backlink-form.server.ts'
import {
  campaignHref,
  campaignsPath,
  prospectHref,
} from '#app/backlinks/admin/links/backlink-hrefs.ts'
import { countText } from '#app/backlinks/admin/links/backlink-texts.ts'
import { deleteCampaign, findCampaign } from '#app/backlinks/campaign.server.ts'
import { deleteProspect, findProspect } from '#app/backlinks/prospect.server.ts'
import { ConfirmPage } from '#app/ui/admin/forms/confirm-page.tsx'
import type { Route } from './+types/delete-outreach'

/** Confirms deleting a campaign (`?campaign=…`) or a prospect (`?prospect=…`). */
export async function loader({ url }: Route.LoaderArgs) {
  const id = (name: string) => RowId.safeParse(url.searchParams.get(name)).data ?? null
  const campaignId = id('campaign')
  const campaign = campaignId === null ? null : await findCampaign(campaignId)
  if (campaign !== null) {
    const what = `the campaign ${campaign.name}`
    const thing = `${campaign.name}, with ${countText(campaign.counts.all, 'prospect')}`
    return { kind: 'campaign', id: campaign.id, what, thing, back: campaignHref(campaign.id) }
  }
  const prospectId = id('prospect')
  const prospect = prospectId === null ? null : await findProspect(prospectId)
  if (prospect === null) throw redirect(campaignsPath)
  const back = prospectHref(prospect.id)
  const thing = `${prospect.site}, of ${prospect.campaignName}`
  return { kind: 'prospect', id: prospect.id, what: prospect.site, thing, back }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const id = RowId.safeParse(form.get('id')).data ?? null
  if (id === null) throw redirect(campaignsPath)
  const actor = actorOf(context)
  const campaignId = form.get('kind') === 'prospect' ? (await findProspect(id))?.campaignId : null
  const remove = form.get('kind') === 'campaign' ? deleteCampaign : deleteProspect
  const removed = await remove(id, actor)
  const { flash } = context.get(sessionContext)
  await (removed ? flash('success', 'Deleted.') : flash('error', 'It was already deleted.'))
  return redirect(campaignId ? campaignHref(campaignId) : campaignsPath)
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

export default function DeleteOutreach({ loaderData }: Route.ComponentProps) {
  const { kind, id, what, thing, back } = loaderData
  return (
    <ConfirmPage
      title={`Delete ${what}?`}
      text="This permanently deletes all details and emails, and cancels those that are still queued. Backlinks you won are kept without the contact’s address."
      things={[thing]}
      back={{ href: back, label: 'Back' }}
      hidden={[
        ['kind', kind],
        ['id', String(id)],
      ]}
      submit={kind === 'campaign' ? 'Delete the campaign' : 'Delete the prospect'}
    />
  )
}
