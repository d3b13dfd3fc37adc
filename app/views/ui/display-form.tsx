import { Fragment } from 'react'
import { useFetcher } from 'react-router'
import { button } from '#app/ui/admin/button.ts'
import { fieldBox } from '#app/ui/admin/forms/field-looks.ts'
import { choice } from '#app/ui/field.ts'
import { densities, type OwnList, pageSizes, rowsOf } from '#app/views/own-list.ts'
import { displayKey, ownListPath } from './display.ts'

const densityNames = { comfortable: 'Comfortable', compact: 'Compact' } as const
const heading = 'mb-1 text-xs font-semibold text-muted'

/**
 * A list's columns, density and page size. Each choice applies at once; without a script, by a
 * button.
 */
export default function DisplayForm({
  own,
  back,
  columns,
}: {
  own: OwnList
  back: string
  /** Columns that can be hidden; left out for a list that isn't a table. */
  columns: readonly { key: string; label: string }[]
}) {
  const { submit } = useFetcher({ key: displayKey(own) })
  const { hidden, density, pageSize } = own.display
  const action = ownListPath(own)
  const send = (form: HTMLFormElement) => {
    const fields = new FormData(form)
    fields.delete('back')
    fields.set('stay', 'on')
    void submit(fields, { method: 'post', action, preventScrollReset: true })
  }
  return (
    <form
      method="post"
      action={action}
      className="grid gap-3 p-3"
      aria-label="Display"
      data-unguarded
      onChange={({ currentTarget }) => send(currentTarget)}
      onSubmit={(event) => {
        event.preventDefault()
        send(event.currentTarget)
      }}
    >
      <input type="hidden" name="intent" value="display" />
      <input type="hidden" name="back" value={back} />
      {columns.length > 0 && (
        <fieldset>
          <legend className={heading}>Columns</legend>
          {columns.map(({ key, label }) => (
            <Fragment key={key}>
              <input type="hidden" name="known" value={key} />
              <label className={choice}>
                <input
                  type="checkbox"
                  name="column"
                  value={key}
                  defaultChecked={!hidden.includes(key)}
                />
                <span>{label}</span>
              </label>
            </Fragment>
          ))}
        </fieldset>
      )}
      {columns.length > 0 ? (
        <fieldset>
          <legend className={heading}>Density</legend>
          {densities.map((value) => (
            <label key={value} className={choice}>
              <input type="radio" name="density" value={value} defaultChecked={value === density} />
              <span>{densityNames[value]}</span>
            </label>
          ))}
        </fieldset>
      ) : (
        <input type="hidden" name="density" value={density} />
      )}
      <label>
        <span className={heading}>Rows per page</span>
        <select
          className={fieldBox({ kind: 'select', className: 'text-sm' })}
          name="pageSize"
          defaultValue={pageSize}
        >
          {pageSizes.map((size) => (
            <option key={size} value={size}>
              {rowsOf(own.list, size)}
            </option>
          ))}
        </select>
      </label>
      <button
        type="submit"
        className={button({ look: 'quiet', className: '[@media(scripting:enabled)]:hidden' })}
      >
        Apply
      </button>
    </form>
  )
}
