import { useState } from 'react'
import type { SettingsAnswer } from './save-settings.server.ts'
import type { FieldView } from './settings-view.server.ts'

/**
 * Keeps the mark of the value that a field showed when the user began to change it. Newer values
 * can arrive while they type, and the server must know which one they saw.
 */
export function useShownMark({ field, mark }: FieldView, answer: SettingsAnswer | undefined) {
  const newest = answer?.marks[field.name] ?? mark
  const [held, hold] = useState<{ answer: typeof answer; mark: string } | null>(null)
  const isHeld = held !== null && held.answer === answer
  return {
    mark: isHeld ? held.mark : newest,
    hold: () => {
      if (!isHeld) hold({ answer, mark: newest })
    },
  }
}
