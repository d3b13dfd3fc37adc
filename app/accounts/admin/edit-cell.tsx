import { cx } from 'class-variance-authority'
import { Pencil } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { button } from '#app/ui/admin/button.ts'
import { useStayForm } from '#app/ui/admin/forms/stay-form.tsx'
import { useKeys } from '#app/ui/admin/keys.ts'
import { FormFields } from '#app/ui/form-fields.tsx'
import { useHold } from '#app/ui/hold.ts'
import { useRuns } from '#app/ui/site/use-runs.ts'

type Texts = Readonly<Record<string, string>>
type EditAnswer = { problems?: Texts } | null

/**
 * A value of a row that is edited in place. Clicking it opens its fields; Enter saves, Escape
 * cancels. It closes at once, and reopens with the typed text if the change is refused. Without
 * JavaScript, or if `canEdit` is false, there is only the value.
 */
export function EditCell({
  name,
  action,
  id,
  label,
  about,
  value,
  values,
  canEdit = true,
  fields,
}: {
  /** Name of its `StayForm`, for reading the pending change with `useStayForm`. */
  name: string
  action: string
  id: string
  /** Label of a button beside the value; without it, the value itself is the button. */
  label?: string
  /** Text for screen readers that completes the label of a value that is a button. */
  about?: string
  value: React.ReactNode
  values: Texts
  canEdit?: boolean
  fields: (chosen: Texts) => React.ReactNode
}) {
  const runs = useRuns()
  const { state, data } = useStayForm<EditAnswer>(name)
  const [typed, setTyped] = useState<Texts | null>(null)
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
          // A row of one line has no room for it, but its menu leads to all fields.
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
        {about !== undefined && <span className="sr-only">{` ${about}`}</span>}
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
          leave={() => open(false)}
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
  leave,
  keep,
}: {
  name: string
  action: string
  id: string
  before: Texts
  fields: (chosen: Texts) => React.ReactNode
  values: Texts
  problems: Texts | undefined
  close: () => void
  /** Closes it and leaves the focus where it is. */
  leave: () => void
  keep: (typed: Texts) => void
}) {
  const { submit } = useStayForm(name)
  const form = useRef<HTMLFormElement>(null)
  const save = useRef<HTMLButtonElement>(null)
  const [chosen, choose] = useState(values)
  useEffect(() => {
    const { right = 0 } = form.current?.getBoundingClientRect() ?? {}
    form.current?.toggleAttribute('data-beyond', right > document.documentElement.clientWidth)
    const field =
      form.current?.querySelector<HTMLElement>('[aria-invalid]') ??
      form.current?.querySelector<HTMLElement>('input:not([type=hidden]), select')
    field?.focus()
    if (field instanceof HTMLInputElement) field.select()
  }, [])
  useHold(true)
  useKeys({ escape: close })
  const pressedElsewhere = useEffectEvent(leave)
  useEffect(() => {
    // Only one popover is open at a time.
    const press = ({ target }: Event) => {
      if (target instanceof Node && form.current?.parentElement?.contains(target) === false) {
        pressedElsewhere()
      }
    }
    document.addEventListener('click', press, true)
    return () => document.removeEventListener('click', press, true)
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
        // In a select, Enter would open it again.
        if (event.key !== 'Enter' || !(event.target instanceof HTMLSelectElement)) return
        event.currentTarget.requestSubmit(save.current)
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
