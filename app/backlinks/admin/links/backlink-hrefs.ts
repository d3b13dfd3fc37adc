import { href } from 'react-router'

/** The addresses of the backlinks' screens. */

export const backlinksPath = href('/admin/backlinks')
export const newBacklinkPath = href('/admin/backlinks/new')
export const importPath = href('/admin/backlinks/import')
export const campaignsPath = href('/admin/backlinks/campaigns')
export const optOutsPath = href('/admin/backlinks/opt-outs')

export function backlinkHref(id: number): string {
  return href('/admin/backlinks/:id', { id: String(id) })
}

export function campaignHref(id: number): string {
  return href('/admin/backlinks/campaigns/:id', { id: String(id) })
}

export function prospectHref(id: number): string {
  return href('/admin/backlinks/prospects/:id', { id: String(id) })
}

/** The page that asks before a backlink is deleted; `back` is where it returns to, else the list. */
export function deleteBacklinkHref(id: number, back?: string): string {
  const query = new URLSearchParams({ id: String(id), ...(back !== undefined && { back }) })
  return `${href('/admin/backlinks/delete')}?${query}`
}

/** The page that asks before a campaign or a prospect is deleted. */
export function deleteOutreachHref(kind: 'campaign' | 'prospect', id: number): string {
  return `${href('/admin/backlinks/outreach/delete')}?${kind}=${id}`
}
