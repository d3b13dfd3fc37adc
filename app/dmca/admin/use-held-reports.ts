import { useState } from 'react'
import type { DmcaReport } from '#app/dmca/report.server.ts'

/**
 * Returns the page's reports, including those that left it while something was being written about
 * them: neither a filter nor others' decisions discard a half-written note.
 */
export function useHeldReports(reports: readonly DmcaReport[]) {
  const [held, setHeld] = useState<ReadonlySet<number>>(new Set())
  const [list, setList] = useState({ reports, shown: reports })
  const now =
    list.reports === reports ? list : { reports, shown: withHeld(reports, list.shown, held) }
  if (now !== list) setList(now)
  return {
    shown: now.shown.filter((report) => held.has(report.id) || reports.includes(report)),
    hold: (id: number, isHeld: boolean) =>
      setHeld((before) => {
        if (before.has(id) === isHeld) return before
        const others = [...before].filter((other) => other !== id)
        return new Set(isHeld ? [...others, id] : others)
      }),
  }
}

/** Adds held reports missing from the list at their previous places. */
function withHeld(
  reports: readonly DmcaReport[],
  before: readonly DmcaReport[],
  held: ReadonlySet<number>,
): readonly DmcaReport[] {
  const shown = [...reports]
  for (const [at, report] of before.entries()) {
    const isGone = !reports.some(({ id }) => id === report.id)
    if (isGone && held.has(report.id)) shown.splice(at, 0, report)
  }
  return shown
}
