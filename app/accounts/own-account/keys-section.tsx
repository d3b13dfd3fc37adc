import { useState } from 'react'
import { Panel } from '#app/ui/admin/panel.tsx'
import { choice, choiceHint } from '#app/ui/field.ts'
import { letterKeysName, lettersAct } from '#app/ui/letter-keys.ts'
import { useRuns } from '#app/ui/site/use-runs.ts'

/** Kept on the device, since it's about its keyboard or microphone. */
export function KeysSection() {
  const runs = useRuns()
  const [chosen, setChosen] = useState<boolean | null>(null)
  return (
    <Panel titleId="keys-title" title="Keyboard">
      {runs ? (
        <label className={choice}>
          <input
            type="checkbox"
            checked={chosen ?? lettersAct()}
            onChange={({ target: { checked } }) => {
              letLettersAct(checked)
              setChosen(checked)
            }}
          />
          <span className="font-semibold">Shortcuts of one key, such as J, K and /</span>
          <span className={choiceHint}>
            Turn them off if you dictate, or press keys by accident. Applies to this device.
          </span>
        </label>
      ) : (
        <p className="text-muted">Keyboard shortcuts need JavaScript.</p>
      )}
    </Panel>
  )
}

/** Throws where a browser stores nothing for the site. */
function letLettersAct(act: boolean): void {
  if (act) localStorage.removeItem(letterKeysName)
  else localStorage.setItem(letterKeysName, 'off')
}
