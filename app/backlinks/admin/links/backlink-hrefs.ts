import { href } from 'react-router'

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

/** `template` starts the draft from another template. */
export function writeHref(id: number, template?: string): string {
  const path = href('/admin/backlinks/prospects/:id/email', { id: String(id) })
  return template === undefined ? path : `${path}?${new URLSearchParams({ template })}`
}

export function previewHref(id: number): string {
  return href('/admin/backlinks/prospects/:id/email/preview', { id: String(id) })
}

/** `version` makes the address unique to this draft. */
export function previewBodyHref(id: number, version: number): string {
  const path = href('/admin/backlinks/prospects/:id/email/body.html', { id: String(id) })
  return `${path}?version=${version}`
}

export function replyHref(id: number): string {
  return href('/admin/backlinks/prospects/:id/reply', { id: String(id) })
}

export function wonHref(id: number): string {
  return href('/admin/backlinks/prospects/:id/won', { id: String(id) })
}

export const templatesPath = href('/admin/backlinks/templates/:id?')

export function templateHref(id: string): string {
  return href('/admin/backlinks/templates/:id?', { id })
}

/** `back` is the page to return to; the list if left out. */
export function deleteBacklinkHref(id: number, back?: string): string {
  const query = new URLSearchParams({ id: String(id), ...(back !== undefined && { back }) })
  return `${href('/admin/backlinks/delete')}?${query}`
}

export function deleteOutreachHref(kind: 'campaign' | 'prospect', id: number): string {
  return `${href('/admin/backlinks/outreach/delete')}?${kind}=${id}`
}
