/**
 * Returns the SVG path of a line through values, from `start` to `width` in a box `height` high
 * with its upper edge at `top`. `inset` keeps the line off the edges.
 */
export function linePath(
  values: number[],
  {
    start = 0,
    width,
    height,
    top,
    inset = 0,
  }: { start?: number; width: number; height: number; top: number; inset?: number },
): string {
  const step = values.length > 1 ? (width - start) / (values.length - 1) : 0
  const room = height - 2 * inset
  const points = values.map((value, index) => {
    const [x, y] = [start + step * index, inset + room - (room * value) / top]
    return `${x.toFixed(2)} ${y.toFixed(2)}`
  })
  return `M${points.join('L')}`
}
