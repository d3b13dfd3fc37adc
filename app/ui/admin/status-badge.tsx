export type Tone = 'good' | 'warn' | 'bad' | 'quiet'

/** A status in a word or two: a colored dot, in a tinted pill where the browser can mix colors. */
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
      className="inline-flex items-center gap-1.5 rounded-lg sm:whitespace-nowrap px-2 [--tone:var(--muted)] before:size-2 before:flex-none before:rounded-full before:bg-(--tone) data-[tone=bad]:[--tone:var(--bad)] data-[tone=good]:[--tone:var(--good)] data-[tone=warn]:[--tone:var(--warn)] supports-[color:color-mix(in_srgb,red,red)]:bg-[color-mix(in_srgb,var(--tone)_13%,transparent)]"
    >
      {children}
    </span>
  )
}
