import { authorityBand } from '#app/backlinks/authority-band.ts'

const colors = {
  green: 'before:bg-[#1d8a5e] dark:before:bg-[#4fdcb4]',
  yellow: 'before:bg-[#b58a00] dark:before:bg-[#f6d651]',
  orange: 'before:bg-[#d2601a] dark:before:bg-[#ff9b4a]',
  red: 'before:bg-[#c2222c] dark:before:bg-[#ff6b73]',
} as const

/** A domain authority with its band, in colour and in words. */
export function Authority({ value }: { value: number }) {
  const { color, label } = authorityBand(value)
  return (
    <span
      className={`inline-flex items-center gap-2 whitespace-nowrap before:size-3 before:flex-none before:rounded-full ${colors[color]}`}
    >
      <b className="min-w-[1.6em] text-end">{value}</b> {label}
    </span>
  )
}
