import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { Offer, PostView } from '#app/download/lookup/offers.server.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { latestEndMs, readPart } from '#app/posts/read-part.ts'
import type { SaveFormat } from '#app/posts/save-format.ts'
import { type SavePart, savesPart, withPart } from '#app/posts/save-part.ts'
import { withOfferedPart } from './offered-part.ts'
import { partText } from './part-text.ts'
import { type TypedPart, typedPart } from './typed-part.ts'

/** The address follows a moved handle after this time: browsers refuse many changes in a row. */
const settledMs = 400

/** `formats`: the post's offers of the part. `wrong`: the times are, and the format has parts. */
export type ChosenPart = { part: SavePart | null; formats: Offer[]; wrong: boolean }

/** The part of a clip that the visitor chose, at first the one in the page's address. */
export function usePart(
  { postId, durationSeconds, formats }: PostView,
  format: SaveFormat,
  onChange: (chosen: ChosenPart) => void,
) {
  const { language } = useI18n()
  const { search } = useLocation()
  const [typed, type] = useState<TypedPart>(() => typedPart(new URLSearchParams(search), language))
  const [lengthMs, setLengthMs] = useState<number | null>(null)
  const endMs = lengthMs ?? latestEndMs(durationSeconds)
  const { part = null, errors = {} } = readPart(new URLSearchParams(typed), endMs)

  const partQuery = withPart('', part)

  useEffect(() => {
    const timer = setTimeout(() => {
      const { pathname, search: here, hash } = location
      const query = new URLSearchParams(here)
      // Another page, or this result on a page whose address doesn't say so.
      if (query.get('post') !== postId) return
      query.delete('from')
      query.delete('to')
      const address = `?${query}${partQuery}`
      // Not by the router, which would load the result again.
      if (address !== here) history.replaceState(history.state, '', pathname + address + hash)
    }, settledMs)
    return () => clearTimeout(timer)
  }, [postId, partQuery])

  const times = part === null ? '' : partText(part, language)
  const wrong = Object.keys(errors).length > 0 && savesPart(format)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when something else is chosen or offered
  useEffect(() => {
    onChange({ part, formats: formats.map((one) => withOfferedPart(one, part, times)), wrong })
  }, [formats, partQuery, wrong])

  return {
    typed,
    type,
    part,
    times,
    errors,
    /** The file's own length, null until its preview has loaded. */
    lengthMs,
    setLengthMs,
    /** The latest end of a part. Null while nothing is known of the clip's length. */
    endMs,
  }
}
