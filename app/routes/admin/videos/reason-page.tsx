import { TextArea } from '#app/ui/admin/field.tsx'
import { PageHead } from '#app/ui/admin/page-head.tsx'

/** The page before a change that is kept with its reason: what will happen, to what, and the form. */
export function ReasonPage({
  title,
  text,
  things,
  leftOut = [],
  back,
  hidden,
  submit,
  danger,
  problem,
}: {
  title: string
  text: string
  /** What it will happen to; with none there is nothing to send. */
  things: string[]
  /** What was chosen too but stays as it is, each as a sentence. */
  leftOut?: string[]
  back: { href: string; label: string }
  hidden: [name: string, value: string][]
  submit: string
  danger: boolean
  problem?: string | undefined
}) {
  const possible = things.length > 0
  return (
    <div className="grid max-w-2xl gap-5">
      <PageHead title={title} back={back} />
      <form method="post" className={danger ? 'panel panel-danger' : 'panel'}>
        {hidden.map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        {possible && (
          <>
            <p>{text}</p>
            <ul className="things">
              {things.map((thing, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes once it is rendered
                <li key={index} dir="auto">
                  {thing}
                </li>
              ))}
            </ul>
          </>
        )}
        {leftOut.length > 0 && (
          <div className="grid gap-1">
            <p className="font-semibold">{possible ? 'Left out:' : 'Nothing can be done here:'}</p>
            {leftOut.map((sentence, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes once it is rendered
              <p key={index} dir="auto">
                {sentence}
              </p>
            ))}
          </div>
        )}
        {possible && (
          <TextArea
            label="Reason"
            name="reason"
            hint="Kept with the change, for other operators to read."
            problem={problem}
            required
            maxLength={1000}
            rows={3}
          />
        )}
        <div className="actions">
          {possible && (
            <button type="submit" className={danger ? 'button-danger' : 'button'}>
              {submit}
            </button>
          )}
          <a className="button-quiet" href={back.href}>
            {possible ? 'Cancel' : 'Back'}
          </a>
        </div>
      </form>
    </div>
  )
}
