export type Tone = 'good' | 'warn' | 'bad' | 'quiet'

/** A status word with the site's clip in its colour. */
export function StatusBadge({ tone, children }: { tone: Tone; children: React.ReactNode }) {
  return <span className={`mark mark-${tone}`}>{children}</span>
}
