import type { CounterProblems, CounterValues } from '#app/dmca/counter-form.server.ts'
import { counterDeclarations } from '#app/dmca/declarations.ts'
import { keyLabel } from '#app/download/platforms/platform-key.ts'
import { useDocumentI18n } from '#app/i18n/use-i18n.ts'
import { button } from '#app/ui/button.ts'
import { label } from '#app/ui/field.ts'
import { FieldProblem, FormFields, TickField } from '#app/ui/form-fields.tsx'
import { link } from '#app/ui/link.ts'
import { UnsentScript } from '#app/ui/site/unsent-script.tsx'
import { counterLabels, NoticeField, problemTexts, refusalText } from './notice-field.tsx'
import { Group, type NoticeRefusal } from './notice-form.tsx'

export type RefusedCounter = {
  refusal: NoticeRefusal
  values: CounterValues
  problems: CounterProblems
  stamp: string
}

export function CounterForm({
  open,
  formStamp,
  refused,
}: {
  open: string[]
  formStamp: string
  refused: RefusedCounter | null
}) {
  const i18n = useDocumentI18n()
  const { t, localPath } = i18n
  const texts = t.dmca.form
  const problems = problemTexts(refused?.problems ?? {}, i18n)
  return (
    <div className="grid max-w-3xl gap-6">
      <p>
        {`${texts.lead} `}
        <a className={link} href={`${localPath('/privacy')}#reports`}>
          {texts.privacy}
        </a>
      </p>
      <form method="post" className="grid gap-8" noValidate>
        <input type="hidden" name="stamp" value={refused?.stamp ?? formStamp} />
        <UnsentScript />
        <input type="hidden" name="declared" value={counterDeclarations.version} />
        {/* Bots fill in every field; people can't see this one. */}
        <input type="hidden" name="topic" value="" />
        <FormFields
          id="notice"
          values={{ ...refused?.values }}
          problems={problems}
          title={refused && refusalText(refused, i18n)}
          kind={refused?.refusal.kind}
          labels={counterLabels(t)}
        >
          <Posts open={open} ticked={refused?.values.posts ?? null} problem={problems.posts} />
          <Group title={texts.you}>
            <NoticeField name="claimantName" autoComplete="name" />
            <div className="grid gap-4 sm:grid-cols-2">
              <NoticeField name="email" type="email" autoComplete="email" />
              <NoticeField name="phone" type="tel" autoComplete="tel" />
            </div>
            <NoticeField name="postalAddress" rows={3} autoComplete="street-address" />
            <NoticeField name="remarks" rows={3} hint={t.dmca.counter.remarksHint} optional />
          </Group>
          <Group title={texts.statements}>
            <p className="text-muted">{texts.englishOnly}</p>
            {(['mistake', 'jurisdiction'] as const).map((name) => (
              <TickField
                key={name}
                name={name}
                value={counterDeclarations.version}
                label={counterDeclarations[name]}
                lang="en"
                required
              />
            ))}
            <NoticeField name="signature" autoComplete="off" />
          </Group>
        </FormFields>
        <p>
          <button type="submit" className={button({ size: 'large' })}>
            {t.dmca.counter.submit}
          </button>
        </p>
      </form>
    </div>
  )
}

/** Posts that it can be about. A single one is ticked from the start. */
function Posts({
  open,
  ticked,
  problem,
}: {
  open: string[]
  /** Null before the form was sent. */
  ticked: string[] | null
  problem: React.ReactNode
}) {
  const { t } = useDocumentI18n()
  return (
    <fieldset aria-describedby={problem == null ? undefined : 'notice-posts-problem'}>
      <legend className={label}>{t.dmca.counter.posts}</legend>
      {open.map((postId, index) => (
        <label key={postId} className="flex min-h-11 items-center gap-3 wrap-anywhere">
          <input
            id={index === 0 ? 'notice-posts' : undefined}
            type="checkbox"
            name="posts"
            value={postId}
            className="size-5 flex-none accent-link"
            defaultChecked={ticked?.includes(postId) ?? open.length === 1}
          />
          {keyLabel(postId)}
        </label>
      ))}
      <FieldProblem id="notice-posts">{problem}</FieldProblem>
    </fieldset>
  )
}
