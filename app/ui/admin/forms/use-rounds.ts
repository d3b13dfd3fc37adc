import { useState } from 'react'
import { useNavigation } from 'react-router'

/**
 * Returns a number that goes up each time a form has done its work: as a key it makes a screen's
 * fields, ticks and menus start over, as a full page load would. A refused form's page is not
 * loaded again (`loadedAt` stays), and neither filters nor fetchers count.
 */
export function useRounds(loadedAt: number): number {
  const { state, formMethod } = useNavigation()
  const isSending = state !== 'idle' && formMethod === 'POST'
  const [known, setKnown] = useState({ loadedAt, isSending, round: 0 })
  // Not in an effect: what is typed between the new data and the new fields would be lost.
  if (known.loadedAt !== loadedAt || known.isSending !== isSending) {
    const isDone = known.isSending && known.loadedAt !== loadedAt
    setKnown({ loadedAt, isSending, round: isDone ? known.round + 1 : known.round })
  }
  return known.round
}
