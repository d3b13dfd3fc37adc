import {
  type ContactText,
  type ContactValues,
  contactLimits,
  contactTopics,
} from '#app/contact/message.ts'
import { typedMargin } from '#app/dmca/report.ts'
import { fill, plural } from '#app/i18n/catalogue.ts'
import { formatNumber } from '#app/i18n/document-format.ts'
import { type DocumentI18n, useDocumentI18n } from '#app/i18n/use-i18n.ts'
import { button } from '#app/ui/button.ts'
import { FormFields, SelectField, TextField } from '#app/ui/form-fields.tsx'
import { link } from '#app/ui/link.ts'
import { UnsentScript } from '#app/ui/site/unsent-script.tsx'

export type RefusedMessage = {
  values: ContactValues
  stamp: string
} & (
  | { kind: 'fields'; problems: Partial<Record<ContactText, 'required' | 'tooLong' | 'email'>> }
  | { kind: 'tooFast' | 'stale' | 'full' }
  | { kind: 'tooMany'; minutes: number }
)

const blank: ContactValues = { name: '', email: '', topic: 'download', message: '' }

export function ContactForm({
  contactAddress,
  formStamp,
  refused = null,
}: {
  /** Another way to write to the operators; empty if they have set none. */
  contactAddress: string
  formStamp: string
  refused?: RefusedMessage | null
}) {
  const i18n = useDocumentI18n()
  const { t, localPath } = i18n
  const texts = t.contact.form
  const problems = problemTexts(refused, i18n)
  return (
    <section
      id="contact-form"
      className="grid gap-x-12 gap-y-6 rounded-card border border-line p-5 md:p-8 lg:p-10"
      aria-labelledby="contact-title"
    >
      <div>
        <h2 id="contact-title" className="display text-2xl">
          {texts.heading}
        </h2>
        <p className="mt-3">
          {`${texts.lead} `}
          <a className={link} href={`${localPath('/privacy')}#contact`}>
            {texts.privacy}
          </a>
        </p>
        {contactAddress !== '' && (
          <p className="mt-4 wrap-anywhere">
            {`${texts.orWrite} `}
            <a className={`${link} font-bold`} href={`mailto:${contactAddress}`}>
              {contactAddress}
            </a>
          </p>
        )}
      </div>
      <form method="post" action={localPath('/contact/message')} className="grid gap-4" noValidate>
        <input type="hidden" name="stamp" value={refused?.stamp ?? formStamp} />
        <UnsentScript />
        {/* Bots fill in every field; people can't see this one. */}
        <input type="hidden" name="website" value="" />
        <FormFields
          id="contact"
          values={refused?.values ?? blank}
          problems={problems}
          title={refused && refusalText(refused, i18n)}
          kind={refused?.kind}
          labels={{ name: texts.name, email: texts.email, message: texts.message }}
        >
          <div className="grid gap-4 sm:grid-cols-2">
            <Field name="name" autoComplete="name" optional />
            <Field name="email" type="email" autoComplete="email" hint={texts.emailHint} optional />
          </div>
          <SelectField
            name="topic"
            label={texts.topic}
            options={contactTopics.map((value) => ({ value, label: texts.topics[value] }))}
          />
          <Field name="message" rows={7} />
        </FormFields>
        <p>
          <button type="submit" className={button()}>
            {texts.submit}
          </button>
        </p>
      </form>
    </section>
  )
}

function refusalText(refused: RefusedMessage, { t, language }: DocumentI18n): string {
  const texts = t.contact.problems
  return refused.kind === 'tooMany'
    ? plural(texts.tooMany, refused.minutes, language)
    : texts[refused.kind]
}

function problemTexts(refused: RefusedMessage | null, { t, language }: DocumentI18n) {
  if (refused?.kind !== 'fields') return {}
  const texts = (['name', 'email', 'message'] as const).flatMap((name) => {
    const problem = refused.problems[name]
    if (problem === undefined) return []
    const max = formatNumber(contactLimits[name], language)
    return [[name, fill(t.contact.problems[problem], { max })]]
  })
  return Object.fromEntries(texts)
}

function Field({
  name,
  optional = false,
  ...input
}: { name: ContactText; optional?: boolean } & Pick<
  React.ComponentProps<typeof TextField>,
  'hint' | 'rows' | 'type' | 'autoComplete'
>) {
  const { form } = useDocumentI18n().t.contact
  return (
    <TextField
      {...input}
      name={name}
      label={
        <>
          {form[name]}
          {optional && <span className="font-normal text-muted">{` ${form.optional}`}</span>}
        </>
      }
      // Browsers silently cut the end of pasted text.
      maxLength={contactLimits[name] + typedMargin}
      aria-required={optional ? undefined : true}
    />
  )
}
