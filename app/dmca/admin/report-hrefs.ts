import { href } from 'react-router'

export const reportsPath = href('/admin/dmca')

export function reportHref(id: number): string {
  return href('/admin/dmca/:id', { id: String(id) })
}

/** The report as a document to keep: a link to it downloads a file. */
export function reportFileHref(id: number): string {
  return href('/admin/dmca/:id/report.html', { id: String(id) })
}
