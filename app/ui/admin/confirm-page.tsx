import { TextField } from './field.tsx'
import { PageHead } from './page-head.tsx'

/**
 * The page before something that cannot be taken back: what will happen, to what, and a form that
 * does it. With `password` the operator types his own again.
 */
export function ConfirmPage({
  title,
  text,
  things,
  back,
  hidden,
  submit,
  password,
}: {
  title: string
  text: React.ReactNode
  /** What it will happen to. */
  things: React.ReactNode[]
  back: { href: string; label: string }
  hidden: [name: string, value: string][]
  submit: string
  password?: { problem?: string | undefined }
}) {
  return (
    <div className="grid max-w-2xl gap-5">
      <PageHead title={title} back={back} />
      <form method="post" className="panel panel-danger">
        {hidden.map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        <p>{text}</p>
        <ul className="things">
          {things.map((thing, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes once it is rendered
            <li key={index}>{thing}</li>
          ))}
        </ul>
        {password !== undefined && (
          <PasswordAgain hint="To be sure that it is you." problem={password.problem} />
        )}
        <div className="actions">
          <button type="submit" className="button-danger">
            {submit}
          </button>
          <a className="button-quiet" href={back.href}>
            Cancel
          </a>
        </div>
      </form>
    </div>
  )
}

/** The field for the operator's own password, where a form asks for it again. */
export function PasswordAgain({ hint, problem }: { hint: string; problem?: string | undefined }) {
  return (
    <TextField
      label="Your own password"
      name="ownPassword"
      type="password"
      autoComplete="current-password"
      hint={hint}
      problem={problem}
    />
  )
}
