import { parseSaveRefusal, type SaveRefusal } from './save-refusal.ts'

/**
 * A download's progress.
 *
 * - `unknown`: no request for it has arrived, or it ended long ago
 * - `opening`: the file is being opened or made
 * - `sending`: `sent` bytes have left so far; `total` is null if the length isn't known ahead
 * - `stopped`: it ended before all of it was sent, and can go on if the browser requests the rest
 * - `sent`: all of it was sent, to the visitor (`direct`) or to a proxy that may still hold some
 */
export type SaveProgress =
  | { state: 'unknown' | 'opening' | 'stopped' }
  | { state: 'sending'; sent: number; total: number | null }
  | { state: 'sent'; direct: boolean }
  | { state: 'refused'; refusal: SaveRefusal }

export function isUnderWay({ state }: SaveProgress): boolean {
  return state === 'opening' || state === 'sending'
}

export function parseSaveProgress(answer: unknown): SaveProgress | null {
  if (typeof answer !== 'object' || answer === null || !('state' in answer)) return null
  const { state } = answer
  if (state === 'unknown' || state === 'opening' || state === 'stopped') return { state }
  if (state === 'sent') return { state, direct: 'direct' in answer && answer.direct === true }
  if (state === 'sending') {
    const sent = 'sent' in answer ? answer.sent : null
    const total = 'total' in answer ? answer.total : null
    if (typeof sent !== 'number') return null
    return { state, sent, total: typeof total === 'number' ? total : null }
  }
  const refusal =
    state === 'refused' && 'refusal' in answer ? parseSaveRefusal(answer.refusal) : null
  return refusal === null ? null : { state: 'refused', refusal }
}
