import { useEffect, useRef, useState } from 'react'
import { useNavigation } from 'react-router'

/**
 * Returns a number that goes up each time a form has done its work: as a key it makes a screen's
 * fields, ticks and menus begin anew, as a full page load would. A refused form's page is not
 * loaded again (`loadedAt` stays), and neither filters nor fetchers count.
 */
export function useRounds(loadedAt: number): number {
  const { state, formMethod } = useNavigation()
  const [round, setRound] = useState(0)
  const sent = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each load counts, whatever its time
  useEffect(() => {
    if (sent.current) setRound((before) => before + 1)
  }, [loadedAt])
  useEffect(() => {
    sent.current = state !== 'idle' && formMethod === 'POST'
  }, [state, formMethod])
  return round
}
