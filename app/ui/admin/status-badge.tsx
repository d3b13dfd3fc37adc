export type Tone = 'good' | 'warn' | 'bad' | 'quiet'

/** A status in a word or two, with the site's clip in its colour. */
export function StatusBadge({
  tone,
  label,
  children = label,
}: {
  tone: Tone
  label?: string
  children?: React.ReactNode
}) {
  return <span className={`mark mark-${tone}`}>{children}</span>
}
