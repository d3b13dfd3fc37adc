import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { button } from '#app/ui/admin/button.ts'
import { useRuns } from '#app/ui/site/use-runs.ts'

const shownMs = 2000

type State = 'idle' | 'copied' | 'failed'

/**
 * Copies `text`, or what is in the element of the id `source`: a field's value, else its text. Without
 * JavaScript there is no button, and the text can be selected by hand.
 */
export function CopyButton({
  source,
  text,
  label,
  quiet = false,
}: {
  source: string
  text?: string
  label: string
  quiet?: boolean
}) {
  const [state, setState] = useState<State>('idle')
  useEffect(() => {
    if (state !== 'copied') return
    const timer = setTimeout(() => setState('idle'), shownMs)
    return () => clearTimeout(timer)
  }, [state])
  if (!useRuns()) return null
  const done = state === 'copied'
  const Icon = done ? Check : Copy
  return (
    <>
      <button
        type="button"
        className={button({ look: quiet ? 'quiet' : 'primary' })}
        onClick={async () => setState((await copy(source, text)) ? 'copied' : 'failed')}
      >
        <Icon aria-hidden="true" size={18} />
        {done ? 'Copied!' : label}
      </button>
      <span role="status" className={state === 'failed' ? undefined : 'sr-only'}>
        {done && 'Copied!'}
        {state === 'failed' && 'Copy the selected text with your keyboard.'}
      </span>
    </>
  )
}

/** Whether the text is in the clipboard now; if not, it is selected. */
async function copy(id: string, text?: string): Promise<boolean> {
  const source = document.getElementById(id)
  if (source === null) return false
  const isField = source instanceof HTMLTextAreaElement || source instanceof HTMLInputElement
  try {
    await navigator.clipboard.writeText(
      text ?? (isField ? source.value : (source.textContent ?? '')),
    )
    return true
  } catch {
    if (isField) source.select()
    else getSelection()?.selectAllChildren(source)
    // Without https there is no clipboard, but the old command still copies what is selected.
    return document.execCommand('copy')
  }
}
