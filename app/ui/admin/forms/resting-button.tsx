import { useRuns } from '#app/ui/site/use-runs.ts'

/** A submit button that does nothing while `resting`, and keeps the focus all the same. */
export function RestingButton({
  resting,
  onClick,
  ...button
}: Omit<React.ComponentProps<'button'>, 'type' | 'disabled'> & { resting: boolean }) {
  const runs = useRuns()
  return (
    <button
      {...button}
      type="submit"
      disabled={resting && !runs}
      aria-disabled={resting && runs ? true : undefined}
      onClick={(event) => {
        if (resting) event.preventDefault()
        else onClick?.(event)
      }}
    />
  )
}
