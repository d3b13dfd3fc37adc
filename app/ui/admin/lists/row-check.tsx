import { cx } from 'class-variance-authority'
import type { useSelection } from './use-selection.ts'

/** The box that selects a row or card; it takes part in the form of the id `form`. */
export function RowCheck({
  id,
  name,
  form,
  ticked,
  place,
}: {
  id: string
  /** What screen readers call the row. */
  name: string
  form: string
  ticked: ReturnType<typeof useSelection>
  /** Utilities that place the box; left out, those for a cell of a table. */
  place?: string
}) {
  return (
    <CheckBox
      label={`Select ${name}`}
      place={place}
      className="checked:[counter-increment:ticked]"
      form={form}
      name="id"
      value={id}
      checked={ticked.has(id)}
      onClick={ticked.noteKeys}
      onChange={({ target }) => ticked.toggle(id, target.checked)}
    />
  )
}

/** A box alone in its cell, large enough for a thumb without making its row higher. */
export function CheckBox({
  label,
  place = '-mx-1.5 -my-1 pointer-coarse:-mx-3 pointer-coarse:-my-2.5',
  ...input
}: {
  /** For screen readers. */
  label: string
  place?: string | undefined
} & React.ComponentProps<'input'>) {
  return (
    <label
      className={cx('grid size-8 cursor-pointer place-items-center pointer-coarse:size-11', place)}
    >
      <span className="sr-only">{label}</span>
      <input type="checkbox" autoComplete="off" {...input} />
    </label>
  )
}
