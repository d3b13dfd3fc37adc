import { data, Form, href, Link, redirect } from 'react-router'
import { actorOf, passwordAgainProblem } from '#app/accounts/middleware/require-admin.server.ts'
import { findBulkAction, findBulkList } from '#app/bulk/bulk-lists.server.ts'
import { matchingRows, startBulkRun } from '#app/bulk/bulk-run.server.ts'
import { filterText } from '#app/bulk/ui/filter-text.ts'
import { textOf } from '#app/http/form.server.ts'
import { notFound } from '#app/http/refusals.ts'
import { safeAdminRedirect } from '#app/http/safe-redirect.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { ModerationReason } from '#app/posts/blocking.server.ts'
import { button } from '#app/ui/admin/button.ts'
import { Callout } from '#app/ui/admin/callout.tsx'
import { PasswordAgain } from '#app/ui/admin/forms/password-again.tsx'
import { reloadOnConflict } from '#app/ui/admin/forms/reload-on-conflict.ts'
import { backTo } from '#app/ui/admin/frame/last-place.ts'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { panel } from '#app/ui/admin/panel.tsx'
import { FormFields, TextField } from '#app/ui/form-fields.tsx'
import { useHold } from '#app/ui/hold.ts'
import { link } from '#app/ui/link.ts'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import type { Route } from './+types/confirm-bulk'

/**
 * Confirms changing all rows that match the address's filter. Without an action it lists the
 * available ones, for browsers without JavaScript.
 */
export async function loader({ params, url }: Route.LoaderArgs) {
  const { list, action } = named(params)
  const filter = list.filterOf(url.searchParams)
  // Rows added from now on are left out.
  const through = await list.newest()
  const query = new URLSearchParams(filter)
  return {
    list: params.list,
    nouns: list.nouns,
    title: list.title,
    back: safeAdminRedirect(url.searchParams.get('back'), list.path),
    matching: query.size === 0 ? list.path : `${list.path}?${query}`,
    filter,
    through,
    matched: (await matchingRows({ list: params.list, filter, through })).length,
    actions: Object.entries(list.actions).map(([name, { label }]) => ({ name, label })),
    action: action && {
      label: action.label,
      text: action.text,
      isDrastic: action.isDrastic,
      canUndo: action.restore !== undefined,
      asks: action.asks ?? null,
      reasonHint: action.reasonHint ?? 'Kept with each of them, for other operators to read.',
      refusal: action.refusal?.() ?? null,
    },
  }
}

export const shouldRevalidate = reloadOnConflict

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const { list, action } = named(params)
  if (action === null || params.action === undefined) throw notFound()
  const form = await request.formData()
  const [through, matched] = [Number(form.get('through')), Number(form.get('matched'))]
  const reason = ModerationReason.safeParse(textOf(form, 'reason'))
  const problems: Record<string, string> = {}
  if (action.isDrastic && textOf(form, 'typed').replace(/\D/g, '') !== String(matched)) {
    problems.typed = `Type ${figure(matched)} to confirm.`
  }
  if (action.asks === 'reason' && !reason.success) problems.reason = 'Enter a reason.'
  if (action.asks === 'password' && problems.typed === undefined) {
    const problem = await passwordAgainProblem(context, form)
    if (problem !== null) problems.ownPassword = problem
  }
  const values = { reason: textOf(form, 'reason') }
  const refuse = (text: string | null, status: number) =>
    data({ text, problems, values }, { status })
  if (Object.keys(problems).length > 0) return refuse(null, 400)
  const refusal = action.refusal?.() ?? null
  if (refusal !== null) return refuse(refusal, 409)
  const result = await startBulkRun(
    {
      list: params.list,
      action: params.action,
      filter: list.filterOf(url.searchParams),
      reason: reason.success && action.asks === 'reason' ? reason.data : '',
      through: Number.isSafeInteger(through) ? through : 0,
      matched: Number.isSafeInteger(matched) ? matched : 0,
    },
    actorOf(context),
  )
  if (result.ok) return redirect(safeAdminRedirect(form.get('back'), list.path))
  const { problem, matched: now } = result
  if (problem === 'busy') return refuse('Too many bulk changes are running. Try again later.', 409)
  return refuse(
    problem === 'none'
      ? `No ${list.nouns[1]} match anymore.`
      : `${figure(now)} ${list.nouns[1]} match now. Check the number and confirm again.`,
    409,
  )
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

function named({ list: name, action: wanted }: Route.LoaderArgs['params']) {
  const list = findBulkList(name)
  const action = list === null || wanted === undefined ? null : findBulkAction(list, wanted)
  if (list === null || (wanted !== undefined && action === null)) throw notFound()
  return { list, action }
}

export default function ConfirmBulk({ loaderData, actionData }: Route.ComponentProps) {
  const { action, matched, nouns, title, back, matching, filter } = loaderData
  const what = `${figure(matched)} ${nouns[matched === 1 ? 0 : 1]}`
  const match = matched === 1 ? 'matches' : 'match'
  useHold(actionData?.text != null)
  return (
    <div className="grid max-w-2xl gap-5">
      <PageHead
        title={action === null || matched === 0 ? `${what} ${match}` : `${action.label} ${what}?`}
        tabTitle={action?.label ?? title}
        back={{ href: back, label: title }}
      />
      {actionData?.text && (
        <Callout tone="bad" role="alert">
          {actionData.text}
        </Callout>
      )}
      <p className="wrap-anywhere">
        {`${filterText(filter)} `}
        <Link className={link} to={matching}>
          See the list
        </Link>
      </p>
      {matched === 0 || action?.refusal ? (
        <div className={panel()}>
          <p>{action?.refusal ?? 'There is nothing to change.'}</p>
          <Cancel back={back}>Back</Cancel>
        </div>
      ) : action === null ? (
        <Choices {...loaderData} />
      ) : (
        <Confirmation
          // A changed number must be typed again.
          key={matched}
          loaderData={{ ...loaderData, action }}
          what={what}
          answer={actionData}
        />
      )}
    </div>
  )
}

function Cancel({ back, children }: { back: string; children: string }) {
  return (
    <div>
      <Link className={button({ look: 'quiet' })} {...backTo(back)}>
        {children}
      </Link>
    </div>
  )
}

type Loaded = Route.ComponentProps['loaderData']

function Choices({ list, filter, back, actions }: Loaded) {
  const query = new URLSearchParams({ ...filter, back })
  return (
    <div className={panel()}>
      <p>What should be done with them?</p>
      <div className="flex flex-wrap gap-2">
        {actions.map(({ name, label }) => (
          <Link
            key={name}
            className={button({ look: 'quiet' })}
            to={`${href('/admin/bulk/:list/:action?', { list, action: name })}?${query}`}
          >
            {`${label}…`}
          </Link>
        ))}
      </div>
      <Cancel back={back}>Cancel</Cancel>
    </div>
  )
}

function Confirmation({
  loaderData: { action, matched, through, back },
  what,
  answer,
}: {
  loaderData: Loaded & { action: NonNullable<Loaded['action']> }
  what: string
  answer: Route.ComponentProps['actionData']
}) {
  const { label, text, isDrastic, canUndo, asks, reasonHint } = action
  return (
    <Form
      method="post"
      data-unguarded
      className={panel({ tone: isDrastic ? 'danger' : 'plain' })}
      noValidate
    >
      <input type="hidden" name="matched" value={matched} />
      <input type="hidden" name="through" value={through} />
      <input type="hidden" name="back" value={back} />
      <p>{text}</p>
      <p className="text-muted">
        It runs in the background, and you can stop it. Anything added to the list from now on isn’t
        touched. {canUndo ? 'You can undo it within a day.' : isDrastic && 'This can’t be undone.'}
      </p>
      <FormFields {...(answer ?? {})}>
        {asks === 'reason' && (
          <TextField
            label="Reason"
            name="reason"
            hint={reasonHint}
            required
            maxLength={1000}
            rows={3}
          />
        )}
        {isDrastic && (
          <TextField
            label={`Type ${figure(matched)} to confirm`}
            name="typed"
            autoComplete="off"
            required
          />
        )}
        {asks === 'password' && <PasswordAgain hint="Confirms that it’s you." />}
      </FormFields>
      <div className="flex flex-wrap items-center gap-2">
        <SubmitButton look={isDrastic ? 'danger' : 'primary'}>{`${label} ${what}`}</SubmitButton>
        <Link className={button({ look: 'quiet' })} {...backTo(back)}>
          Cancel
        </Link>
      </div>
    </Form>
  )
}
