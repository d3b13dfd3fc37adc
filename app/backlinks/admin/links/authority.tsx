import { authorityBand } from '#app/backlinks/authority-band.ts'

/** A domain authority with its band, in colour and in words. */
export function Authority({ value }: { value: number }) {
  const { color, label } = authorityBand(value)
  return (
    <span className={`authority authority-${color}`}>
      <b>{value}</b> {label}
    </span>
  )
}
