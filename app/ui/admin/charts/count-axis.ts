/**
 * Returns the axis maximum and ticks for counts from 0 to `most` (at least 1): whole numbers, about
 * four steps of 1, 2 or 5 times a power of ten. Same as `d3-scale`, which would add 14 kB to the
 * first screen.
 */
export function countAxis(most: number): { top: number; ticks: number[] } {
  const power = 10 ** Math.floor(Math.log10(most / 4))
  const error = most / 4 / power
  let times = 1
  if (error >= Math.sqrt(2)) times = 2
  if (error >= Math.sqrt(10)) times = 5
  if (error >= Math.sqrt(50)) times = 10
  const step = Math.max(1, times * power)
  const steps = Math.ceil(most / step)
  return { top: steps * step, ticks: Array.from({ length: steps + 1 }, (_, n) => n * step) }
}
