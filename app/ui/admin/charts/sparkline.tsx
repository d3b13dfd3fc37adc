import { linePath } from './line-path.ts'

const height = 28

/** How a figure went, without axes: the chart that its card leads to has the figures. */
export function Sparkline({ values }: { values: number[] }) {
  const { length } = values
  const top = Math.max(1, ...values)
  const line = linePath(values, { width: length - 1, height, top, inset: 1 })
  return (
    <svg
      className="block"
      width="100%"
      height={height}
      viewBox={`0 0 ${length - 1} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <path className="fill-sunken" d={`${line}V${height}H0Z`} />
      <path
        className="fill-none stroke-accent"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
        d={line}
      />
    </svg>
  )
}
