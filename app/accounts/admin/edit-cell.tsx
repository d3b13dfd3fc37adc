import { cx } from 'class-variance-authority'
import { Pencil } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { button } from '#app/ui/admin/button.ts'
import { useStayForm } from '#app/ui/admin/forms/stay-form.tsx'
import { type FormAnswer, FormFields } from '#app/ui/form-fields.tsx'
import { useRuns } from '#app/ui/site/use-runs.ts'

/** What the action answers: what is wrong with each field; none of it once all is well. */
export type EditAnswer = { problems?: Readonly<Record<string, string>> } | null

/**
 * A value of a row that is edited in place: pressed, it opens its fields. Enter saves, Escape cancels.
 * It closes at once, and comes back with what was typed if that is refused. Without JavaScript, and
 * where `canEdit` is false, there is only the value.
 */
export function EditCell({
  name,
  action,
  id,
  label,
  value,
  values,
  canEdit = true,
  fields,
}: {
  /** The name of its `StayForm`: what is under way under it can be read by `useStayForm`. */
  name: string
  action: string
  id: string
  /** The button's name if it is beside the value; left out, the value itself is the button. */
  label?: string
  value: React.ReactNode
  /** What the fields show at first, by their names. */
  values: Readonly<Record<string, string>>
  canEdit?: boolean
  /** The fields, given what is chosen so far. */
  fields: (chosen: Readonly<Record<string, string>>) => React.ReactNode
}) {
  const runs = useRuns()
  const { state, data } = useStayForm<EditAnswer>(name)
  const [typed, setTyped] = useState<Readonly<Record<string, string>> | null>(null)
  const [isOpen, open] = useState(false)
  const [answered, setAnswered] = useState(data)
  const opener = useRef<HTMLButtonElement>(null)
  const problems = data?.problems
  if (state === 'idle' && data !== answered) {
    setAnswered(data)
    if (problems !== undefined) open(true)
    else setTyped(null)
  }
  if (!runs || !canEdit) return value
  const close = () => {
    open(false)
    opener.current?.focus({ preventScroll: true })
  }
  return (
    <span className="relative inline-flex min-w-0 max-w-full items-center">
      {label !== undefined && value}
      <button
        ref={opener}
        type="button"
        className={cx(
          'group/edit -my-1 -me-1.5 inline-flex min-h-8 cursor-pointer items-center gap-1.5 rounded-sm px-1.5 hover:bg-sunken pointer-coarse:min-h-11 pointer-coarse:-my-2.5 pointer-coarse:min-w-11 first:-ms-1.5',
          // A row that is one line has no room for it: there the row's menu leads to all fields.
          label !== undefined && 'lines:hidden',
        )}
        aria-expanded={isOpen}
        aria-label={label}
        title={label ?? 'Edit'}
        onClick={() => {
          setTyped(null)
          open(!isOpen)
        }}
      >
        {label === undefined && value}
        <Pencil
          className="flex-none text-muted lines:hidden opacity-0 group-hover/row:opacity-100 group-focus-visible/edit:opacity-100 pointer-coarse:opacity-100"
          aria-hidden="true"
          size={14}
        />
      </button>
      {isOpen && (
        <EditForm
          name={name}
          action={action}
          id={id}
          values={typed ?? values}
          problems={typed === null ? undefined : problems}
          before={values}
          fields={fields}
          close={close}
          keep={setTyped}
        />
      )}
    </span>
  )
}

function EditForm({
  name,
  action,
  id,
  values,
  problems = {},
  before,
  fields,
  close,
  keep,
}: {
  name: string
  action: string
  id: string
  before: Readonly<Record<string, string>>
  fields: (chosen: Readonly<Record<string, string>>) => React.ReactNode
  close: () => void
  keep: (typed: Record<string, string>) => void
} & Required<Pick<FormAnswer, 'values'>> & { problems: EditProblems | undefined }) {
  const { submit } = useStayForm(name)
  const form = useRef<HTMLFormElement>(null)
  const save = useRef<HTMLButtonElement>(null)
  const [chosen, choose] = useState(values as Record<string, string>)
  useEffect(() => {
    const { right = 0 } = form.current?.getBoundingClientRect() ?? {}
    form.current?.toggleAttribute('data-beyond', right > document.documentElement.clientWidth)
    const field =
      form.current?.querySelector<HTMLElement>('[aria-invalid]') ??
      form.current?.querySelector<HTMLElement>('input:not([type=hidden]), select')
    field?.focus()
    if (field instanceof HTMLInputElement) field.select()
  }, [])
  const read = (target: HTMLFormElement) =>
    Object.fromEntries([...new FormData(target)].map(([key, text]) => [key, String(text)]))
  return (
    <form
      ref={form}
      method="post"
      action={action}
      className="absolute start-0 top-full z-10 mt-1 data-beyond:start-auto data-beyond:end-0 grid w-[min(17rem,75vw)] gap-3 rounded-lg border border-line bg-surface p-3 text-start font-normal whitespace-normal text-text shadow-raised"
      onChange={({ currentTarget }) => choose(read(currentTarget))}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
        // In a select Enter would open it again.
        else if (event.key === 'Enter' && event.target instanceof HTMLSelectElement) {
          event.currentTarget.requestSubmit(save.current)
        } else return
        event.preventDefault()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        const sent = read(event.currentTarget)
        close()
        if (Object.entries(before).every(([key, text]) => sent[key] === text)) return
        const { ownPassword: _, ...typed } = sent
        keep(typed)
        const stay = new URLSearchParams({ ...sent, id, stay: 'on' })
        void submit(stay, { method: 'post', action, preventScrollReset: true })
      }}
      noValidate
    >
      <FormFields values={values} problems={problems} inPlace>
        {fields(chosen)}
      </FormFields>
      <div className="flex flex-wrap gap-2">
        <button ref={save} type="submit" className={button()}>
          Save
        </button>
        <button type="button" className={button({ look: 'quiet' })} onClick={close}>
          Cancel
        </button>
      </div>
    </form>
  )
}

type EditProblems = Readonly<Record<string, string>>
