import { Form, redirect } from 'react-router'
import { z } from 'zod'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { campaignsPath, optOutsPath } from '#app/backlinks/admin/links/backlink-hrefs.ts'
import { countText } from '#app/backlinks/admin/links/backlink-texts.ts'
import {
  addOptOut,
  listOptOuts,
  optOutsShown,
  optOutValue,
  removeOptOut,
} from '#app/backlinks/opt-out.server.ts'
import { readForm, refuse } from '#app/http/form.server.ts'
import { intents, withFields } from '#app/http/intents.server.ts'
import { oneLine } from '#app/http/typed-text.ts'
import { type ListAddress, viewHref } from '#app/lists/list-address.ts'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { Records } from '#app/ui/admin/facts.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import FilterChips, { searchChip } from '#app/ui/admin/lists/filter-chips.tsx'
import { Filters } from '#app/ui/admin/lists/filters.tsx'
import { ListStatus, listTitle } from '#app/ui/admin/lists/list-status.tsx'
import { Panel, panel, Subtitle } from '#app/ui/admin/panel.tsx'
import { FormFields, TextField } from '#app/ui/form-fields.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import type { Route } from './+types/opt-outs'

function listOf(url: URL): ListAddress {
  const search = (url.searchParams.get('q') ?? '').trim().slice(0, 200)
  return { path: optOutsPath, query: search === '' ? {} : { q: search } }
}

export async function loader({ url }: Route.LoaderArgs) {
  const list = listOf(url)
  const optOuts = await listOptOuts(list.query.q)
  return { list, optOuts, cut: optOuts.length === optOutsShown }
}

type Sent = Pick<Route.ActionArgs, 'url' | 'context'>

const OptOutValue = z.string().transform(optOutValue).pipe(z.string())

const perform = intents({
  async add(form: FormData, { context }: Sent) {
    const read = readForm(form, {
      value: [OptOutValue, 'Enter an email address, or a site such as example.com.'],
      reason: [oneLine(300), 'Use at most 300 characters.'],
    })
    if (read.fields === null) return refuse('add', read)
    const { value, reason } = read.fields
    const ended = await addOptOut(value, reason, actorOf(context))
    const lost = ended === 0 ? '' : ` ${countText(ended, 'prospect')} closed.`
    const text = `${value} gets no more outreach.${lost}`
    // Undoing an opt-out doesn't reopen the prospects that it closed.
    const fields: [string, string][] = [
      ['intent', 'remove'],
      ['value', value],
    ]
    const undo = { action: optOutsPath, fields }
    await context.get(sessionContext).flash('success', text, ended === 0 ? undo : undefined)
    return redirect(optOutsPath)
  },
  remove: withFields(z.object({ value: z.string().max(2000) }), async ({ value }, sent: Sent) => {
    const reason = await removeOptOut(value, actorOf(sent.context))
    const { flash } = sent.context.get(sessionContext)
    const fields: [string, string][] = [
      ['intent', 'add'],
      ['value', value],
      ['reason', reason ?? ''],
    ]
    const undo = { action: optOutsPath, fields }
    if (reason !== null) await flash('success', `${value} can get outreach again.`, undo)
    return redirect(viewHref(listOf(sent.url)))
  }),
})

export async function action({ request, url, context }: Route.ActionArgs) {
  return perform(await request.formData(), { url, context })
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

export default function OptOuts({
  loaderData: { list, optOuts, cut },
  actionData,
}: Route.ComponentProps) {
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-5">
      <PageHead
        title="Opt-outs"
        tabTitle={listTitle('Opt-outs', list, searchChip(list))}
        lead="Addresses and sites that get no outreach. A site includes its subdomains and every address there."
        back={{ href: campaignsPath, label: 'Campaigns' }}
      />
      <Form method="post" className={panel()} aria-labelledby="add">
        <Subtitle id="add">Add an opt-out</Subtitle>
        <FormFields {...actionData}>
          <div className="grid grid-cols-1 gap-x-5 gap-y-4 sm:grid-cols-2">
            <TextField
              label="Email address or site"
              name="value"
              maxLength={254}
              autoComplete="off"
              spellCheck={false}
              required
            />
            <TextField label="Reason" name="reason" maxLength={300} autoComplete="off" />
          </div>
        </FormFields>
        <div className="flex flex-wrap items-center gap-2">
          <SubmitButton intent="add">Add to the list</SubmitButton>
        </div>
      </Form>
      <Panel titleId="list" title="All opt-outs">
        <Filters
          list={list}
          search={{ name: 'q', label: 'Address or site', value: list.query.q ?? '' }}
        />
        <FilterChips list={list} chips={searchChip(list)} />
        <ListStatus text={countText(optOuts.length, 'opt-out')} />
        {optOuts.length === 0 ? (
          <p className="text-muted">
            {list.query.q === undefined ? 'No one has opted out.' : 'No opt-outs match.'}
          </p>
        ) : (
          <Records>
            {optOuts.map(({ value, reason, at, actorLabel }) => (
              <li key={value} className="flex items-center justify-between gap-4">
                <div>
                  <p className="font-semibold">{value}</p>
                  <p className="mt-1 text-xs text-muted">
                    {reason !== '' && `${reason}, `}
                    <DateTime at={at} />, by {actorLabel}
                  </p>
                </div>
                <Form method="post">
                  <input type="hidden" name="value" value={value} />
                  <SubmitButton look="quiet" intent="remove" aria-label={`Remove ${value}`}>
                    Remove
                  </SubmitButton>
                </Form>
              </li>
            ))}
          </Records>
        )}
        {cut && (
          <p className="mt-1 text-xs text-muted">{`Showing the latest ${optOuts.length}. The others apply too: search to find them.`}</p>
        )}
      </Panel>
    </div>
  )
}
