const bands = [
  { from: 80, color: 'green', label: 'Excellent' },
  { from: 60, color: 'yellow', label: 'Good' },
  { from: 40, color: 'orange', label: 'Fair' },
] as const

export function authorityBand(authority: number) {
  return bands.find(({ from }) => authority >= from) ?? ({ color: 'red', label: 'Low' } as const)
}

const look =
  'data-[band=green]:before:bg-[#1d8a5e] data-[band=orange]:before:bg-[#d2601a] data-[band=red]:before:bg-[#c2222c] data-[band=yellow]:before:bg-[#b58a00] dark:data-[band=green]:before:bg-[#4fdcb4] dark:data-[band=orange]:before:bg-[#ff9b4a] dark:data-[band=red]:before:bg-[#ff6b73] dark:data-[band=yellow]:before:bg-[#f6d651]'

export function Authority({ value }: { value: number }) {
  const { color, label } = authorityBand(value)
  return (
    <span
      data-band={color}
      className={`inline-flex items-center gap-2 whitespace-nowrap before:size-3 before:flex-none before:rounded-full ${look}`}
    >
      <b className="min-w-[1.6em] text-end">{value}</b>
      {` ${label}`}
    </span>
  )
}
