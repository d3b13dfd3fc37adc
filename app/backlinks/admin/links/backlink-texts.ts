import type { CrawlIssue, LinkCheck } from '#app/backlinks/checker/link-checker.server.ts'
import type { Tone } from '#app/ui/admin/status-badge.tsx'
import type { BacklinkStatus, OutreachMessageKind, ProspectState } from '#db/schema.ts'

export { countText } from '#app/i18n/count-text.ts'

export const statusTexts: Record<BacklinkStatus, { label: string; tone: Tone }> = {
  active: { label: 'Active', tone: 'good' },
  pending: { label: 'Pending', tone: 'warn' },
  lost: { label: 'Lost', tone: 'bad' },
  broken: { label: 'Broken', tone: 'bad' },
}

export const statuses = Object.keys(statusTexts) as BacklinkStatus[]

export const issueTexts: Record<CrawlIssue, string> = {
  robots: 'The site’s robots.txt asks us not to fetch this page.',
  robots_unreachable: 'The site’s robots.txt couldn’t be read, so the page wasn’t opened.',
  blocked_address: 'The address isn’t on the public internet.',
  timeout: 'The site didn’t answer within 10 seconds.',
  unreachable: 'The site couldn’t be reached.',
  protocol: 'The site’s answer couldn’t be read.',
  too_many_redirects: 'The page redirects more than three times.',
  too_large: 'The link isn’t in the first megabyte of the page. The rest wasn’t read.',
  not_html: 'The address isn’t a web page.',
}

export const outcomeTexts: Record<LinkCheck['outcome'], { label: string; tone: Tone }> = {
  found: { label: 'Link found', tone: 'good' },
  missing: { label: 'Page without the link', tone: 'warn' },
  http_error: { label: 'Page gone', tone: 'bad' },
  issue: { label: 'Couldn’t be checked', tone: 'quiet' },
}

export const stateTexts: Record<ProspectState, { label: string; tone: Tone }> = {
  prospect: { label: 'Prospect', tone: 'quiet' },
  contacted: { label: 'Contacted', tone: 'warn' },
  followed_up: { label: 'Followed up', tone: 'warn' },
  replied: { label: 'Replied', tone: 'warn' },
  won: { label: 'Won', tone: 'good' },
  lost: { label: 'Lost', tone: 'bad' },
}

export const replyTexts: Record<
  Exclude<OutreachMessageKind, 'mail'>,
  { label: string; tone: Tone }
> = {
  interested: { label: 'Interested', tone: 'good' },
  question: { label: 'Asked a question', tone: 'warn' },
  declined: { label: 'Declined', tone: 'bad' },
}

export const states = Object.keys(stateTexts) as ProspectState[]

/** For a date input; '' for null. */
export function dayValue(at: number | null): string {
  return at === null ? '' : new Date(at).toISOString().slice(0, 10)
}
