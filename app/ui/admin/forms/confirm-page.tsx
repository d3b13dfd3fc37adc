import { Form, Link } from 'react-router'
import { button } from '#app/ui/admin/button.ts'
import { backTo } from '#app/ui/admin/frame/last-place.ts'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { panel } from '#app/ui/admin/panel.tsx'
import { FormFields, TextField } from '#app/ui/form-fields.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import { PasswordAgain } from './password-again.tsx'

/**
 * Asks for confirmation: shows what will happen, to what, and the form that does it. `reason` adds
 * a field for a reason, `password` one for the operator's own password.
 */
export function ConfirmPage({
  title,
  text,
  things,
  leftOut = [],
  back,
  hidden,
  submit,
  danger = true,
  file = false,
  reason,
  password,
  children,
}: {
  title: string
  text: React.ReactNode
  /** The objects to change; if empty, there is no form. */
  things: React.ReactNode[]
  leftOut?: string[]
  back: { href: string; label: string }
  hidden: [name: string, value: string][]
  submit: string
  danger?: boolean
  /** True if the response is a file, which the browser must download itself. */
  file?: boolean
  reason?: { problem?: string | undefined; typed?: string | undefined }
  password?: { problem?: string | undefined }
  /** Fields of the page's own. With them the form is guarded against leaving it. */
  children?: React.ReactNode
}) {
  const look = panel({ tone: danger ? 'danger' : 'plain' })
  const leave = (label: string) => (
    <Link className={button({ look: 'quiet' })} {...backTo(back.href)}>
      {label}
    </Link>
  )
  if (things.length === 0) {
    return (
      <div className="grid max-w-2xl gap-5">
        <PageHead title={title} back={back} />
        <div className={look}>
          <LeftOut title="Nothing can be done here:" sentences={leftOut} />
          <div>{leave('Back')}</div>
        </div>
      </div>
    )
  }
  return (
    <div className="grid max-w-2xl gap-5">
      <PageHead title={title} back={back} />
      <Form
        method="post"
        data-unguarded={children === undefined || undefined}
        className={look}
        reloadDocument={file}
      >
        {hidden.map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        <p>{text}</p>
        <ul className="grid max-h-72 gap-1.5 overflow-y-auto border-line border-y py-3 wrap-anywhere">
          {things.map((thing, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes once it is rendered
            <li key={index} dir="auto">
              {thing}
            </li>
          ))}
        </ul>
        <LeftOut title="Left out:" sentences={leftOut} />
        <FormFields
          values={{ reason: reason?.typed }}
          problems={{ reason: reason?.problem, ownPassword: password?.problem }}
        >
          {reason !== undefined && (
            <TextField
              label="Reason"
              name="reason"
              hint="Kept with the change, for other operators to read."
              required
              maxLength={1000}
              rows={3}
            />
          )}
          {password !== undefined && <PasswordAgain hint="Confirms that it’s you." />}
        </FormFields>
        {children}
        <div className="flex flex-wrap items-center gap-2">
          <SubmitButton look={danger ? 'danger' : 'primary'}>{submit}</SubmitButton>
          {leave('Cancel')}
        </div>
      </Form>
    </div>
  )
}

function LeftOut({ title, sentences }: { title: string; sentences: string[] }) {
  if (sentences.length === 0) return null
  return (
    <div className="grid gap-1">
      <p className="font-semibold">{title}</p>
      {sentences.map((sentence, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes once it is rendered
        <p key={index} dir="auto">
          {sentence}
        </p>
      ))}
    </div>
  )
}
