import { data, Form, redirect } from 'react-router'
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
import { oneLine } from '#app/http/typed-text.ts'
import { type ListAddress, viewHref } from '#app/lists/list-address.ts'
import { button } from '#app/ui/admin/button.ts'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { Records } from '#app/ui/admin/facts.tsx'
import { TextField } from '#app/ui/admin/forms/field.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { Filters } from '#app/ui/admin/lists/filters.tsx'
import { Panel, panel, Subtitle } from '#app/ui/admin/panel.tsx'
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

export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await request.formData()
  const typed = String(form.get('value') ?? '').slice(0, 2000)
  const { flash } = context.get(sessionContext)
  if (form.get('do') === 'remove') {
    const removed = await removeOptOut(typed, actorOf(context))
    if (removed) await flash('success', `${typed} can be written to again.`)
    return redirect(viewHref(listOf(url)))
  }
  const value = optOutValue(typed)
  const typedReason = String(form.get('reason') ?? '').slice(0, 2000)
  const reason = oneLine(300).safeParse(typedReason)
  if (value === null || !reason.success) {
    const problems = {
      ...(value === null && { value: 'Enter an email address, or a site such as example.com.' }),
      ...(!reason.success && { reason: 'At most 300 characters.' }),
    }
    return data({ typed, typedReason, problems }, { status: 400 })
  }
  const ended = await addOptOut(value, reason.data, actorOf(context))
  const lost = ended === 0 ? '' : ` ${countText(ended, 'prospect')} ended by it.`
  await flash('success', `${value} is not written to any more.${lost}`)
  return redirect(optOutsPath)
}

export default function OptOuts({
  loaderData: { list, optOuts, cut },
  actionData,
}: Route.ComponentProps) {
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-5">
      <PageHead
        title="Opt-outs"
        lead="Who asked not to be written to. A site stands for everything below it, and for every address there."
        back={{ href: campaignsPath, label: 'Campaigns' }}
      />
      <Form method="post" className={panel()} aria-labelledby="add">
        <Subtitle id="add">Add somebody</Subtitle>
        <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
          <TextField
            label="Email address or site"
            name="value"
            defaultValue={actionData?.typed ?? ''}
            maxLength={254}
            autoComplete="off"
            spellCheck={false}
            required
            problem={actionData?.problems.value}
          />
          <TextField
            label="Reason"
            name="reason"
            defaultValue={actionData?.typedReason ?? ''}
            maxLength={300}
            autoComplete="off"
            problem={actionData?.problems.reason}
          />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <button type="submit" name="do" value="add" className={button()}>
            Add to the list
          </button>
        </div>
      </Form>
      <Panel titleId="list" title="The list">
        <Filters
          list={list}
          search={{ name: 'q', label: 'Address or site', value: list.query.q ?? '' }}
        />
        {optOuts.length === 0 ? (
          <p className="text-muted">
            {list.query.q === undefined
              ? 'Nobody has opted out.'
              : 'Nobody on the list matches that.'}
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
                  <button
                    type="submit"
                    name="do"
                    value="remove"
                    className={button({ look: 'quiet' })}
                    aria-label={`Remove ${value}`}
                  >
                    Remove
                  </button>
                </Form>
              </li>
            ))}
          </Records>
        )}
        {cut && (
          <p className="mt-1 text-xs text-muted">{`The latest ${optOuts.length} are shown: the others hold as well, and are found by the search.`}</p>
        )}
      </Panel>
    </div>
  )
}
