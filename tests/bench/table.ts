/** One line of the bench's answer. `ratio` compares with the yardstick of the same run. */
export type Row = { what: string; figure: string; yardstick?: string; ratio?: string }

export function row(what: string, figure: number, unit: string, yardstick?: number): Row {
  const text = (value: number) =>
    `${value.toLocaleString('en', { maximumFractionDigits: 2 })} ${unit}`
  return {
    what,
    figure: text(figure),
    ...(yardstick !== undefined && {
      yardstick: text(yardstick),
      ratio: (figure / yardstick).toFixed(2),
    }),
  }
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}
