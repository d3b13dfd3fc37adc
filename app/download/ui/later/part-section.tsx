import { Scissors } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { PostView } from '#app/download/lookup/offers.server.ts'
import { useLateTexts } from '#app/i18n/late/late-texts.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { SaveFormat } from '#app/posts/save-format.ts'
import { savesPart } from '#app/posts/save-part.ts'
import { button } from '#app/ui/button.ts'
import { link } from '#app/ui/link.ts'
import { useRuns } from '#app/ui/site/use-runs.ts'
import { PartFields } from './part-fields.tsx'
import { type ChosenPart, usePart } from './use-part.ts'

// Without it there are still the fields.
const PartPreview = lazy(() => import('./part-preview.tsx').catch(() => ({ default: () => null })))

/**
 * Leaves the focus where it is. Leaving a field with a wrong time shows a line above the button,
 * which would move away below the mouse before it's released.
 */
const keepInPlace = (event: React.MouseEvent) => event.preventDefault()

/** Belongs into the form that saves. Without JavaScript only its fields are there. */
export function PartSection({
  post,
  format,
  refusals,
  onChange,
}: {
  /** With links to the whole clip. */
  post: PostView
  /** The chosen one. */
  format: SaveFormat
  /** The number of attempts to save a part with wrong times. */
  refusals: number
  onChange: (chosen: ChosenPart) => void
}): React.ReactNode {
  const { language } = useI18n()
  const texts = useLateTexts(language).part
  const { typed, type, part, times, errors, lengthMs, setLengthMs, endMs } = usePart(
    post,
    format,
    onChange,
  )
  const runs = useRuns()
  const section = useRef<HTMLDetailsElement>(null)
  const [open, setOpen] = useState(typed.from !== '' || typed.to !== '')
  /** Half a time isn't wrong while it is being typed. */
  const [typing, setTyping] = useState(false)
  const shownErrors = typing ? {} : errors

  // It can have been opened before its code ran.
  useEffect(() => setOpen((before) => section.current?.open ?? before), [])
  useEffect(() => {
    if (refusals === 0) return
    setOpen(true)
    setTyping(false)
    // Once the errors are shown, and the section is open.
    const frame = requestAnimationFrame(() =>
      section.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(),
    )
    return () => cancelAnimationFrame(frame)
  }, [refusals])

  return (
    <details
      ref={section}
      className="min-w-0 print:hidden"
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary
        className={`${link} no-marker inline-flex min-h-11 cursor-pointer items-center gap-2 text-sm font-semibold`}
      >
        <Scissors aria-hidden="true" size={18} />
        {texts.title}
        {part !== null && <span className="tabular-nums">{times}</span>}
      </summary>
      <div className="grid gap-3 pt-2">
        {runs && open && (
          <Suspense>
            <PartPreview
              post={post}
              typed={typed}
              endMs={endMs}
              onLength={setLengthMs}
              onChange={(next) => {
                setTyping(false)
                type(next)
              }}
            />
          </Suspense>
        )}
        <PartFields
          typed={typed}
          errors={shownErrors}
          lengthMs={lengthMs}
          onType={(next) => {
            setTyping(true)
            type(next)
          }}
          onLeave={() => setTyping(false)}
        />
        <div className="flex flex-wrap gap-2">
          {savesPart(format) && (
            <button
              type="submit"
              className={button({ look: 'quiet', size: 'small' })}
              onMouseDown={keepInPlace}
            >
              {texts.download}
            </button>
          )}
          {runs && (part !== null || Object.keys(errors).length > 0) && (
            <button
              type="button"
              className={button({ look: 'quiet', size: 'small' })}
              onMouseDown={keepInPlace}
              onClick={() => {
                type({ from: '', to: '' })
                // This button goes, and would take the focus with it.
                section.current?.querySelector('summary')?.focus()
              }}
            >
              {texts.whole}
            </button>
          )}
        </div>
      </div>
    </details>
  )
}
