import type { AdminNotification } from '#app/observe/system-facts.ts'
import { lostBacklinks } from './backlink.server.ts'
import { dueProspects } from './prospect.server.ts'

export async function lostLinks(): Promise<AdminNotification | null> {
  const { all, first } = await lostBacklinks(3)
  if (all === 0) return null
  const names = first.map(({ domain }) => domain).join(', ')
  const more = all > first.length ? ` and ${all - first.length} more` : ''
  return {
    id: 'lost-backlinks',
    urgent: false,
    title: all === 1 ? 'A backlink is lost or broken' : `${all} backlinks are lost or broken`,
    text: `The last check couldn’t find the link or its page: ${names}${more}.`,
    href: '/admin/backlinks',
    linkText: 'Backlinks',
  }
}

export async function dueFollowUps(): Promise<AdminNotification | null> {
  const { all, first } = await dueProspects(3)
  if (all === 0) return null
  const names = first.map(({ site }) => site).join(', ')
  const more = all > first.length ? ` and ${all - first.length} more` : ''
  return {
    id: 'due-follow-ups',
    urgent: false,
    title: all === 1 ? 'A follow-up is due' : `${all} follow-ups are due`,
    text: `Outreach waiting for you: ${names}${more}.`,
    href: '/admin/backlinks/campaigns',
    linkText: 'Outreach campaigns',
  }
}
