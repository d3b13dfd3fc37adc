import { declarations } from '#app/dmca/declarations.ts'
import type { NoticeProblems, NoticeValues } from '#app/dmca/notice.server.ts'
import { linkedPlatforms } from '#app/download/platforms/links.ts'
import { platformTitles } from '#app/download/platforms/platform-key.ts'
import { fill } from '#app/i18n/catalogue.ts'
import { listOf } from '#app/i18n/format.ts'
import { useDocumentI18n } from '#app/i18n/use-i18n.ts'
import { button } from '#app/ui/button.ts'
import { label } from '#app/ui/field.ts'
import { FieldProblem, FormFields, TickField } from '#app/ui/form-fields.tsx'
import { link } from '#app/ui/link.ts'
import { note } from '#app/ui/note.ts'
import { UnsentScript } from '#app/ui/site/unsent-script.tsx'
import { fieldLabels, NoticeField, problemTexts, refusalText } from './notice-field.tsx'

export type NoticeRefusal =
  | { kind: 'fields' | 'tooFast' | 'stale' | 'trap' | 'closed' }
  | { kind: 'limit'; hours: number }
  | { kind: 'busy'; minutes: number }

export type RefusedNotice = {
  refusal: NoticeRefusal
  values: NoticeValues
  problems: NoticeProblems
  stamp: string
}

/** The form for a notice, for any public page. It is sent to its own page. */
export function NoticeForm({
  contactAddress,
  formStamp,
  refused = null,
}: {
  /** Another way to send a notice; empty if the operator has set none. */
  contactAddress: string
  formStamp: string
  refused?: RefusedNotice | null
}) {
  const i18n = useDocumentI18n()
  const { t, language, localPath } = i18n
  const texts = t.dmca.form
  const names = linkedPlatforms().map((platform) => platformTitles[platform])
  const problems = problemTexts(refused?.problems ?? {}, i18n)
  return (
    <div id="notice-form" className="my-8 grid max-w-3xl grid-cols-1 gap-6">
      <p>
        {`${texts.lead} `}
        <a className={link} href={`${localPath('/privacy')}#reports`}>
          {texts.privacy}
        </a>
      </p>
      <form
        method="post"
        action={localPath('/dmca/notice')}
        className="grid grid-cols-1 gap-8"
        noValidate
      >
        <input type="hidden" name="stamp" value={refused?.stamp ?? formStamp} />
        <UnsentScript />
        <input type="hidden" name="declared" value={declarations.version} />
        {/* Bots fill in every field; people can't see this one. */}
        <input type="hidden" name="topic" value="" />
        <FormFields
          id="notice"
          values={{ ...refused?.values }}
          problems={problems}
          title={refused && refusalText(refused, i18n)}
          kind={refused?.refusal.kind}
          labels={fieldLabels(t)}
        >
          <Group title={texts.you}>
            <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
              <NoticeField name="claimantName" autoComplete="name" />
              <NoticeField name="company" autoComplete="organization" optional />
              <NoticeField name="email" type="email" autoComplete="email" />
              <NoticeField name="phone" type="tel" autoComplete="tel" />
            </div>
            <NoticeField name="postalAddress" rows={3} autoComplete="street-address" />
            <Capacity value={refused?.values.capacity ?? ''} problem={problems.capacity} />
            <NoticeField name="ownerName" />
          </Group>
          <Group title={texts.work}>
            <NoticeField name="workTitle" />
            <NoticeField name="workDescription" rows={4} hint={texts.workDescriptionHint} />
            <NoticeField name="workAddresses" rows={3} optional spellCheck={false} />
          </Group>
          <Group title={texts.posts}>
            <NoticeField
              name="links"
              rows={6}
              hint={fill(texts.linksHint, { platforms: listOf(names, language, 'disjunction') })}
              spellCheck={false}
            />
            <NoticeField name="remarks" rows={3} hint={texts.remarksHint} optional />
          </Group>
          <Group title={texts.statements}>
            <p className="text-muted">{texts.englishOnly}</p>
            {(['goodFaith', 'accuracy'] as const).map((name) => (
              <TickField
                key={name}
                name={name}
                value={declarations.version}
                label={declarations[name]}
                lang="en"
                required
              />
            ))}
            <NoticeField name="signature" autoComplete="off" />
          </Group>
        </FormFields>
        <p>
          <button type="submit" className={button({ size: 'large' })}>
            {texts.submit}
          </button>
        </p>
      </form>
      {contactAddress !== '' && (
        <p className={note}>
          {`${texts.orWrite} `}
          <a className={`${link} font-bold`} href={`mailto:${contactAddress}`}>
            {contactAddress}
          </a>
        </p>
      )}
    </div>
  )
}

export function Group({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-4">
      <legend className="display mb-3 text-xl">{title}</legend>
      {children}
    </fieldset>
  )
}

function Capacity({
  value,
  problem,
}: {
  value: NoticeValues['capacity']
  problem: React.ReactNode
}) {
  const { t } = useDocumentI18n()
  return (
    <fieldset
      className="min-w-0 wrap-anywhere"
      aria-describedby={problem == null ? undefined : 'notice-capacity-problem'}
    >
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
  )
}
