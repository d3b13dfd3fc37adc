import { type LoadMinute, loadHistory } from '#app/observe/load-history.server.ts'

/** A chart step: the worst minute's figures in milliseconds. Null if nothing was measured. */
export type LoadStep = { from: number; until: number; p50: number | null; p99: number | null }

export type LoadChart = {
  /** Start of the measurements, in unix milliseconds. */
  since: number
  pages: LoadStep[]
  loop: LoadStep[]
}

const mostSteps = 96

/** Returns the load since the start, at most 24 hours, in up to 96 steps of whole minutes. */
export function loadChart(): LoadChart {
  const minutes = loadHistory()
  const size = Math.ceil(minutes.length / mostSteps)
  const groups = Array.from({ length: Math.ceil(minutes.length / size) }, (_, index) =>
    minutes.slice(index * size, (index + 1) * size),
  )
  return {
    since: (minutes[0]?.at ?? Date.now()) - 60_000,
    pages: groups.map((group) => stepOf(group, ({ pages }) => pages)),
    loop: groups.map((group) => stepOf(group, ({ loop }) => loop)),
  }
}

function stepOf(
  group: LoadMinute[],
  read: (minute: LoadMinute) => { p50: number; p99: number } | null,
): LoadStep {
  const found = group.map(read).filter((figures) => figures !== null)
  const worst = (figures: number[]) => (figures.length === 0 ? null : Math.max(...figures))
  return {
    from: (group[0]?.at ?? 0) - 60_000,
    until: group.at(-1)?.at ?? 0,
    p50: worst(found.map(({ p50 }) => p50)),
    p99: worst(found.map(({ p99 }) => p99)),
  }
}
