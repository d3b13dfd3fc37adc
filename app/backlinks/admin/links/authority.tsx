import { authorityBand } from '#app/backlinks/authority-band.ts'

const bands =
  'data-[band=green]:before:bg-[#1d8a5e] data-[band=orange]:before:bg-[#d2601a] data-[band=red]:before:bg-[#c2222c] data-[band=yellow]:before:bg-[#b58a00] dark:data-[band=green]:before:bg-[#4fdcb4] dark:data-[band=orange]:before:bg-[#ff9b4a] dark:data-[band=red]:before:bg-[#ff6b73] dark:data-[band=yellow]:before:bg-[#f6d651]'

/** A domain authority with its band, in color and in words. */
export function Authority({ value }: { value: number }) {
  const { color, label } = authorityBand(value)
  return (
    <span
      data-band={color}
      className={`inline-flex items-center gap-2 whitespace-nowrap before:size-3 before:flex-none before:rounded-full ${bands}`}
    >
      <b className="min-w-[1.6em] text-end">{value}</b> {label}
    </span>
  )
}
