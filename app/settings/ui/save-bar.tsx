import { useNavigation } from 'react-router'
import { button } from '#app/ui/admin/button.ts'
import { useRuns } from '#app/ui/site/use-runs.ts'
import { SubmitButton } from '#app/ui/submit-button.tsx'

/**
 * The bar at the bottom of a settings form. It is there while something has changed; without
 * JavaScript, always.
 */
export function SaveBar({ changes, onDiscard }: { changes: number; onDiscard: () => void }) {
  const runs = useRuns()
  const { state } = useNavigation()
  return (
    <div
      className="sticky bottom-0 z-5 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-page py-3"
      hidden={runs && changes === 0}
    >
      <SubmitButton intent="save">Save settings</SubmitButton>
      {runs && (
        <>
          <button
            type="button"
            className={button({ look: 'quiet' })}
            disabled={state !== 'idle'}
            onClick={onDiscard}
          >
            Discard
          </button>
          <p role="status" className="font-semibold" data-changes={changes}>
            {state === 'submitting' ? 'Saving…' : changesText(changes)}
          </p>
        </>
      )}
    </div>
  )
}

function changesText(changes: number): string {
  return changes === 1 ? '1 unsaved change' : `${changes} unsaved changes`
}
