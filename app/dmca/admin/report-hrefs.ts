import { href } from 'react-router'

export const reportsPath = href('/admin/dmca')
export const queuePath = href('/admin/dmca/queue')
export const waitingPath = href('/admin/dmca/counter-notices')
export const templatesPath = href('/admin/dmca/templates')

export function reportHref(id: number): string {
  return href('/admin/dmca/:id', { id: String(id) })
}

/** A report's page while its operator goes through the queue. */
export function queuedHref(id: number): string {
  return `${reportHref(id)}?queue`
}

/** Leads to the report behind this one in the queue. */
export function nextHref(id: number): string {
  return `${queuePath}?after=${id}`
}

/** The page that asks for the note to decide several reports. */
export function decideHref(decision: 'approve' | 'reject'): string {
  return href('/admin/dmca/decide/:decision', { decision })
}

/** The report as a document to keep: a link to it downloads a file. */
export function reportFileHref(id: number): string {
  return href('/admin/dmca/:id/report.html', { id: String(id) })
}

/** The name of a report's `StayForm`s. */
export function reportForm(id: number): string {
  return `report ${id}`
}
