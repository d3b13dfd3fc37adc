/** A chart's lines across, each with its value beside it. `y` returns a value's height in px. */
export function AxisLines({
  ticks,
  y,
  text,
}: {
  ticks: number[]
  y: (value: number) => number
  text: (value: number) => string
}) {
  return ticks.map((value) => (
    <g key={value}>
      <line className="stroke-line" x1="0" x2="100%" y1={y(value)} y2={y(value)} />
      <text className="fill-muted text-xs tabular-nums" x="-8" y={y(value) + 4} textAnchor="end">
        {text(value)}
      </text>
    </g>
  ))
}
