/** The id in a report's address: `12`, or the number as people write it, `DMCA-0012`. */
export function reportIdOf(text: string | undefined): number | null {
  const digits = /^(?:dmca-)?0*([1-9]\d{0,11})$/i.exec(text ?? '')?.[1]
  return digits === undefined ? null : Number(digits)
}
