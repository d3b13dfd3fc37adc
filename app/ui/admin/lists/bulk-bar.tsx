import { Form } from 'react-router'

/**
 * What can be done with the ticked rows, after the table in a `.list`: the form that the rows' boxes
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
  return (
    <Form
      id={id}
      method="post"
      action={action}
      className="bulk"
      data-bulk
      onSubmit={(event) => {
        const { submitter } = event.nativeEvent as SubmitEvent
        if (submitter?.getAttribute('formmethod') === 'dialog') event.preventDefault()
      }}
    >
      {/* Enter on a row's box would press the form's first button: this one does nothing, outside of a dialog. */}
      <button type="submit" formMethod="dialog" hidden />
      <input type="hidden" name="back" value={back} />
      <p className="bulk-count">selected</p>
      {actions.map(({ value, label, danger = false, confirm }) => (
        <button
          key={value}
          type="submit"
          className={danger ? 'bulk-danger' : undefined}
          {...(confirm === undefined
            ? { name: 'intent', value }
            : { formMethod: 'get', formAction: confirm })}
        >
          {label}
        </button>
      ))}
    </Form>
  )
}
