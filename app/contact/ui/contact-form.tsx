import {
  type ContactText,
  type ContactValues,
  contactLimits,
  contactTopics,
} from '#app/contact/message.ts'
import { typedMargin } from '#app/dmca/report.ts'
import { fill, plural } from '#app/i18n/catalogue.ts'
import { useDocumentI18n } from '#app/i18n/use-i18n.ts'
import { button } from '#app/ui/button.ts'
import { SelectField, TextField } from '#app/ui/form-fields.tsx'
import { link } from '#app/ui/link.ts'
import { card } from '#app/ui/surface.ts'

/** Why a message was sent back, with all that was typed. */
export type RefusedMessage = {
  values: ContactValues
  stamp: string
} & (
  | { kind: 'fields'; problems: Partial<Record<ContactText, 'required' | 'tooLong' | 'email'>> }
  | { kind: 'tooFast' | 'stale' | 'full' }
  | { kind: 'tooMany'; minutes: number }
)

const blank: ContactValues = { name: '', email: '', topic: 'download', message: '' }

/** The form that reaches the operators. It is sent to a page of its own, and needs no script. */
export function ContactForm({
  contactAddress,
  formStamp,
  refused = null,
}: {
  /** Where else the operators can be written to; empty when they have not said. */
  contactAddress: string
  formStamp: string
  refused?: RefusedMessage | null
}) {
  const { t, localPath } = useDocumentI18n()
  const texts = t.contact.form
  const values = refused?.values ?? blank
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
          {texts.lead}{' '}
          <a className={link} href={`${localPath('/privacy')}#contact`}>
            {texts.privacy}
          </a>
        </p>
        {contactAddress !== '' && (
          <p className="mt-4 wrap-anywhere">
            {texts.orWrite}{' '}
            <a className={`${link} font-bold`} href={`mailto:${contactAddress}`}>
              {contactAddress}
            </a>
          </p>
        )}
      </div>
      <form method="post" action={localPath('/contact/message')} className="grid gap-4" noValidate>
        <Refusal refused={refused} />
        <input type="hidden" name="stamp" value={refused?.stamp ?? formStamp} />
        {/* Programs fill in whatever they find; people have nothing to fill in here. */}
        <input type="hidden" name="website" value="" />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field name="name" values={values} refused={refused} autoComplete="name" optional />
          <Field
            name="email"
            values={values}
            refused={refused}
            type="email"
            autoComplete="email"
            hint={texts.emailHint}
            optional
          />
        </div>
        <SelectField
          id="contact-topic"
          name="topic"
          label={texts.topic}
          defaultValue={values.topic}
          options={contactTopics.map((value) => ({ value, label: texts.topics[value] }))}
        />
        <Field name="message" values={values} refused={refused} rows={7} />
        <p>
          <button type="submit" className={button()}>
            {texts.submit}
          </button>
        </p>
      </form>
    </section>
  )
}

function Refusal({ refused }: { refused: RefusedMessage | null }) {
  const { t, language } = useDocumentI18n()
  if (refused === null) return null
  const texts = t.contact.problems
  return (
    <p role="alert" className={`${card} border-bad font-bold`} data-problem={refused.kind}>
      {refused.kind === 'tooMany'
        ? plural(texts.tooMany, refused.minutes, language)
        : texts[refused.kind]}
    </p>
  )
}

/** The fields that were refused, in the form's order. */
function faultyFields(refused: RefusedMessage | null): ContactText[] {
  if (refused?.kind !== 'fields') return []
  const { problems } = refused
  return (['name', 'email', 'message'] as const).filter((name) => problems[name] !== undefined)
}

function Field({
  name,
  values,
  refused,
  hint,
  optional = false,
  ...input
}: {
  name: ContactText
  values: ContactValues
  refused: RefusedMessage | null
  hint?: string
  optional?: boolean
  /** A text of several lines. */
  rows?: number
} & Pick<React.ComponentProps<'input'>, 'type' | 'autoComplete'>) {
  const { t, language } = useDocumentI18n()
  const texts = t.contact
  const problem = refused?.kind === 'fields' ? refused.problems[name] : undefined
  return (
    <TextField
      {...input}
      id={`contact-${name}`}
      name={name}
      label={
        <>
          {texts.form[name]}
          {optional && <span className="font-normal text-muted"> {texts.form.optional}</span>}
        </>
      }
      hint={hint}
      problem={
        problem &&
        fill(texts.problems[problem], {
          max: new Intl.NumberFormat(language).format(contactLimits[name]),
        })
      }
      defaultValue={values[name]}
      // The page is a new one: without this, the keyboard starts at its top again.
      autoFocus={problem !== undefined && faultyFields(refused)[0] === name}
      // Browsers cut what is pasted at the end without a word.
      maxLength={contactLimits[name] + typedMargin}
      aria-required={optional ? undefined : true}
    />
  )
}
