import { href } from 'react-router'

export const reportsPath = href('/admin/dmca')
export const queuePath = href('/admin/dmca/queue')
export const waitingPath = href('/admin/dmca/counter-notices')
export const templatesPath = href('/admin/dmca/templates')

export function reportHref(id: number): string {
  return href('/admin/dmca/:id', { id: String(id) })
}

/** Address of a report's page for an operator going through the queue. */
export function queuedHref(id: number): string {
  return `${reportHref(id)}?queue`
}

/** Address that redirects to the report after this one in the queue. */
export function nextHref(id: number): string {
  return `${queuePath}?after=${id}`
}

/** Page that asks for the note when deciding several reports. */
export function decideHref(decision: 'approve' | 'reject'): string {
  return href('/admin/dmca/decide/:decision', { decision })
}

export function reportFileHref(id: number): string {
  return href('/admin/dmca/:id/report.html', { id: String(id) })
}

export function reportForm(id: number): string {
  return `report ${id}`
}

/** Parses the id in a report's address: `12`, or its number, `DMCA-0012`. */
export function reportIdOf(text: string | undefined): number | null {
  const digits = /^(?:dmca-)?0*([1-9]\d{0,11})$/i.exec(text ?? '')?.[1]
  return digits === undefined ? null : Number(digits)
}
