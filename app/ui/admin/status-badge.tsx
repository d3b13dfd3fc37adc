export type Tone = 'good' | 'warn' | 'bad' | 'quiet'

/** A status in a word or two, with the site's clip in its color. */
export function StatusBadge({
  tone,
  label,
  children = label,
}: {
  tone: Tone
  label?: string
  children?: React.ReactNode
}) {
  return (
    <span
      data-tone={tone}
      className="inline-flex items-center gap-2 whitespace-nowrap before:h-3 before:w-2 before:flex-none before:bg-muted before:clip-corner data-[tone=bad]:before:bg-bad data-[tone=good]:before:bg-good data-[tone=warn]:before:bg-warn"
    >
      {children}
    </span>
  )
}
