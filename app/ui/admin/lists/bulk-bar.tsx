import { cva } from 'class-variance-authority'
import { StayForm, useStayForm } from '#app/ui/admin/forms/stay-form.tsx'
import { bulkForm } from './sent-rows.ts'

const bulkAction = cva(
  'min-h-10 cursor-pointer rounded-lg px-3 font-semibold hover:bg-paper/14 focus-visible:outline-[#ff958a] group-aria-busy/main:cursor-progress group-aria-busy/main:opacity-60 aria-busy:cursor-progress aria-busy:opacity-60 pointer-coarse:min-h-11',
  { variants: { danger: { true: 'text-[#ff8a8f]' } } },
)

/**
 * What can be done with the ticked rows, after the table in a `List`: the form that the rows' boxes
 * belong to. It comes up once a row is ticked, and counts them, without a script.
 */
export function BulkBar({
  id,
  action,
  back,
  actions,
}: {
  id: string
  action: string
  /** The view of the list to return to. */
  back: string
  actions: {
    value: string
    label: string
    danger?: boolean
    /** A page to ask first, which gets the ids in its address. */
    confirm?: string
  }[]
}) {
  const { formData } = useStayForm(bulkForm(id))
  const sent = formData?.get('intent')
  return (
    <StayForm
      id={id}
      name={bulkForm(id)}
      action={action}
      className="sticky bottom-3 z-8 mt-3 flex flex-wrap items-center gap-1.5 rounded-lg bg-ink py-2 ps-4 pe-2.5 text-paper shadow-raised supports-[selector(:has(a))]:group-not-has-checked/list:hidden dark:border dark:border-line"
      data-bulk
      data-unguarded
    >
      {/* Enter on a row's box would press the form's first button: this one does nothing, outside of a dialog. */}
      <button type="submit" formMethod="dialog" hidden />
      <input type="hidden" name="back" value={back} />
      <p className="me-auto pe-3 font-bold tabular-nums before:content-[counter(ticked)_'_'] @max-4xl:basis-full">
        selected
      </p>
      {actions.map(({ value, label, danger = false, confirm }) => (
        <button
          key={value}
          type="submit"
          className={bulkAction({ danger })}
          aria-busy={sent === value}
          {...(confirm === undefined
            ? { name: 'intent', value }
            : { formMethod: 'get', formAction: confirm })}
        >
          {label}
        </button>
      ))}
    </StayForm>
  )
}
