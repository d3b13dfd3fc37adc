import { Undo2, X } from 'lucide-react'
import { href } from 'react-router'
import type { BulkProgress } from '#app/bulk/bulk-list.ts'
import { StayForm, useStayForm } from '#app/ui/admin/forms/stay-form.tsx'

export const runForm = (id: number) => `bulk run ${id}`

export function RunButtons({
  run: { id, state, canUndo, isOwn },
  back,
  look,
  canDismiss = false,
}: {
  run: BulkProgress
  back: string
  look: string
  canDismiss?: boolean
}) {
  const name = runForm(id)
  const { formData } = useStayForm(name)
  const sent = formData?.get('intent')
  const press = (intent: string) => ({
    type: 'submit' as const,
    name: 'intent',
    value: intent,
    className: look,
    'aria-busy': sent === intent,
  })
  const dismisses = canDismiss && isOwn && state !== 'running'
  if (state !== 'running' && !canUndo && !dismisses) return null
  return (
    <StayForm
      name={name}
      action={href('/admin/bulk/runs/:id', { id: String(id) })}
      className="flex flex-wrap items-center gap-1"
      data-unguarded
    >
      <input type="hidden" name="back" value={back} />
      {state === 'running' && (
        <button {...press('stop')}>{sent === 'stop' ? 'Stopping…' : 'Stop'}</button>
      )}
      {canUndo && (
        <button {...press('undo')}>
          <Undo2 aria-hidden="true" size={16} />
          {sent === 'undo' ? 'Undoing…' : 'Undo'}
        </button>
      )}
      {dismisses && (
        <button {...press('dismiss')} aria-label="Dismiss">
          <X aria-hidden="true" size={16} />
        </button>
      )}
    </StayForm>
  )
}
