import { cx } from 'class-variance-authority'
import { useEffect, useRef } from 'react'
import { useRuns } from '#app/ui/site/use-runs.ts'
import { useSelection } from './selection.tsx'

/** A checkbox that selects a row or card; belongs to the form of the list's bulk bar. */
export function RowCheck({
  id,
  name,
  place,
}: {
  id: string
  /** The row's name for screen readers. */
  name: string
  /** Utilities that place the box; by default those for a table cell. */
  place?: string
}) {
  const { bar, has, toggle } = useSelection()
  const box = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: takes over what was ticked before hydration
  useEffect(() => {
    if (box.current?.checked && has(id) === false) toggle(id, true)
  }, [])
  return (
    <CheckBox
      ref={box}
      label={`Select ${name}`}
      place={place}
      className="checked:[counter-increment:ticked]"
      form={bar}
      name="id"
      value={id}
      checked={has(id) === true}
      onChange={({ target, nativeEvent }) =>
        toggle(id, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  )
}

/**
 * Selects all rows of the page; without JavaScript, only names its column. `words` are utilities
 * for its label, which must show where there are no headings.
 */
export function AllCheck(looks: { words: string; place?: string }) {
  const { all, some, toggleAll } = useSelection()
  if (!useRuns()) return <span className="sr-only">Select</span>
  return (
    <CheckBox
      {...looks}
      label="Select all on this page"
      ref={(box) => {
        if (box !== null) box.indeterminate = some
      }}
      checked={all}
      onChange={({ target }) => toggleAll(target.checked)}
    />
  )
}

/** A box alone in its cell, large enough to tap without a higher row. */
function CheckBox({
  label,
  words = 'sr-only',
  place = '-mx-1.5 -my-1 pointer-coarse:-mx-3 pointer-coarse:-my-2.5',
  ...input
}: {
  label: string
  /** Utilities for the label; by default it's for screen readers only. */
  words?: string
  place?: string | undefined
} & React.ComponentProps<'input'>) {
  return (
    <label
      className={cx(
        'flex min-h-8 cursor-pointer items-center gap-2 px-1.75 pointer-coarse:min-h-11 pointer-coarse:px-3.25',
        place,
      )}
    >
      <input type="checkbox" {...input} />
      <span className={words}>{label}</span>
    </label>
  )
}
