import { declarations } from '#app/dmca/declarations.ts'
import type { NoticeProblems, NoticeValues } from '#app/dmca/notice.server.ts'
import { noticeLimits, typedMargin } from '#app/dmca/report.ts'
import { useDocumentI18n } from '#app/i18n/use-i18n.ts'
import { button } from '#app/ui/button.ts'
import { label } from '#app/ui/field.ts'
import { FieldProblem } from '#app/ui/form-fields.tsx'
import { link } from '#app/ui/link.ts'
import { note } from '#app/ui/note.ts'
import { NoticeField, NoticeTick, ProblemSummary, useProblemText } from './notice-field.tsx'

/** Why the whole form was sent back, apart from what is wrong in its fields. */
export type NoticeRefusal =
  | { kind: 'fields' | 'tooFast' | 'stale' | 'trap' | 'closed' }
  | { kind: 'limit'; hours: number }
  | { kind: 'busy'; minutes: number }

/** A form that was sent back, with all that was typed. */
export type RefusedNotice = {
  refusal: NoticeRefusal
  values: NoticeValues
  problems: NoticeProblems
  stamp: string
}

/** The form for a notice, for any public page. It is sent to a page of its own. */
export function NoticeForm({
  contactAddress,
  formStamp,
  refused = null,
}: {
  /** Where else a notice can be sent; empty when the operator has not said. */
  contactAddress: string
  formStamp: string
  refused?: RefusedNotice | null
}) {
  const { t, localPath } = useDocumentI18n()
  const texts = t.dmca.form
  const problemOf = useProblemText(refused?.problems ?? {})
  const field = (name: keyof typeof noticeLimits) => ({
    name,
    problem: problemOf(name),
    defaultValue: refused?.values[name] ?? '',
    // Browsers cut what is pasted at the end without a word.
    maxLength: noticeLimits[name] + typedMargin,
  })
  return (
    <div id="notice-form" className="my-8 grid max-w-3xl gap-6">
      <p>
        {texts.lead}{' '}
        <a className={link} href={`${localPath('/privacy')}#reports`}>
          {texts.privacy}
        </a>
      </p>
      {refused !== null && <ProblemSummary refused={refused} />}
      <form method="post" action={localPath('/dmca/notice')} className="grid gap-8" noValidate>
        <input type="hidden" name="stamp" value={refused?.stamp ?? formStamp} />
        <input type="hidden" name="declared" value={declarations.version} />
        {/* Programs fill in whatever they find; people have nothing to fill in here. */}
        <input type="hidden" name="topic" value="" />
        <Group title={texts.you}>
          <div className="grid gap-4 sm:grid-cols-2">
            <NoticeField {...field('claimantName')} autoComplete="name" />
            <NoticeField {...field('company')} autoComplete="organization" optional />
            <NoticeField {...field('email')} type="email" autoComplete="email" />
            <NoticeField {...field('phone')} type="tel" autoComplete="tel" />
          </div>
          <NoticeField {...field('postalAddress')} rows={3} autoComplete="street-address" />
          <Capacity
            value={refused?.values.capacity ?? ''}
            problem={problemOf('capacity')}
            ownerName={<NoticeField {...field('ownerName')} />}
          />
        </Group>
        <Group title={texts.work}>
          <NoticeField {...field('workTitle')} />
          <NoticeField {...field('workDescription')} rows={4} hint={texts.workDescriptionHint} />
          <NoticeField {...field('workAddresses')} rows={3} optional spellCheck={false} />
        </Group>
        <Group title={texts.posts}>
          <NoticeField {...field('links')} rows={6} hint={texts.linksHint} spellCheck={false} />
          <NoticeField {...field('remarks')} rows={3} hint={texts.remarksHint} optional />
        </Group>
        <Group title={texts.statements}>
          <p className="text-muted">{texts.englishOnly}</p>
          <NoticeTick
            name="goodFaith"
            value={declarations.version}
            checked={refused?.values.goodFaith ?? false}
            problem={problemOf('goodFaith')}
          >
            {declarations.goodFaith}
          </NoticeTick>
          <NoticeTick
            name="accuracy"
            value={declarations.version}
            checked={refused?.values.accuracy ?? false}
            problem={problemOf('accuracy')}
          >
            {declarations.accuracy}
          </NoticeTick>
          <NoticeField {...field('signature')} autoComplete="off" />
        </Group>
        <p>
          <button type="submit" className={button({ size: 'large' })}>
            {texts.submit}
          </button>
        </p>
      </form>
      {contactAddress !== '' && (
        <p className={note}>
          {texts.orWrite}{' '}
          <a className={`${link} font-bold`} href={`mailto:${contactAddress}`}>
            {contactAddress}
          </a>
        </p>
      )}
    </div>
  )
}

/** A part of the form with its heading. */
export function Group({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <fieldset className="grid gap-4">
      <legend className="display mb-3 text-xl">{title}</legend>
      {children}
    </fieldset>
  )
}

function Capacity({
  value,
  problem,
  ownerName,
}: {
  value: NoticeValues['capacity']
  problem: React.ReactNode
  ownerName: React.ReactNode
}) {
  const { t } = useDocumentI18n()
  return (
    <>
      <fieldset aria-describedby={problem === null ? undefined : 'notice-capacity-problem'}>
        <legend className={label}>{t.dmca.form.capacity}</legend>
        {(['owner', 'agent'] as const).map((capacity) => (
          <label key={capacity} className="flex min-h-11 items-center gap-3">
            <input
              id={capacity === 'owner' ? 'notice-capacity' : undefined}
              type="radio"
              name="capacity"
              value={capacity}
              className="size-5 flex-none accent-link"
              defaultChecked={value === capacity}
            />
            {t.dmca.form[capacity]}
          </label>
        ))}
        <FieldProblem id="notice-capacity">{problem}</FieldProblem>
      </fieldset>
      {ownerName}
    </>
  )
}
