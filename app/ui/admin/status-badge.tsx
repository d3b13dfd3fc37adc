export type Tone = 'good' | 'warn' | 'bad' | 'quiet'

/** A status word with the site's clip in its color. */
export function StatusBadge({ tone, children }: { tone: Tone; children: React.ReactNode }) {
  return (
    <span
      data-tone={tone}
      className="inline-flex items-center gap-2 whitespace-nowrap before:h-3 before:w-2 before:flex-none before:bg-muted before:[clip-path:polygon(0_0,45%_0,100%_31%,100%_100%,0_100%)] data-[tone=bad]:before:bg-bad data-[tone=good]:before:bg-good data-[tone=warn]:before:bg-warn"
    >
      {children}
    </span>
  )
}
