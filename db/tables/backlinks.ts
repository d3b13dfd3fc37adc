import type { Generated } from 'kysely'

/** Backlinks, their checks, and outreach. */
export type BacklinksTables = {
  backlinks: BacklinksTable
  backlink_counts: BacklinkCountsTable
  backlink_checks: BacklinkChecksTable
  outreach_campaigns: OutreachCampaignsTable
  outreach_prospects: OutreachProspectsTable
  outreach_opt_outs: OutreachOptOutsTable
  outreach_messages: OutreachMessagesTable
  outreach_drafts: OutreachDraftsTable
  outreach_templates: OutreachTemplatesTable
}

export type BacklinkStatus = 'active' | 'pending' | 'lost' | 'broken'

export type BacklinksTable = {
  seq: Generated<number>
  /** The page's host, or a domain above it. */
  domain: string
  /** The page that has, or shall have, a link to this site. */
  url: string
  /** The address in the one spelling that duplicates are found by. */
  url_key: string
  anchor_text: string
  /** What the list's search looks through: domain and anchor text, folded. Triggers keep its index. */
  search_text: string
  status: BacklinkStatus
  /** 0 to 100. */
  domain_authority: number
  /** The day, at midnight UTC; 0 while there is none. */
  date_acquired: Generated<number>
  contact_email: Generated<string>
  notes: Generated<string>
  /** How many checks in a row found the page without the link. */
  misses: Generated<number>
  /** 1 from the time a check finds the link gone until an operator has taken note. */
  alert: Generated<number>
  /** When a check was asked for that has not ended yet. */
  check_requested_at: number | null
  /** 0 for never: the list is sorted by it. */
  last_checked_at: Generated<number>
  last_status_code: number | null
  /** Where the last check ended after redirects. */
  final_url: string | null
  /** The text of the link that the last check found. */
  found_anchor: string | null
  /** Its `rel`, empty for none. */
  rel: string | null
  /** Why the last check could say nothing. */
  crawl_issue: string | null
  created_at: number
  updated_at: number
}

/** How many backlinks there are and what their authorities add up to; kept by triggers. */
type BacklinkCountsTable = { status: BacklinkStatus; n: number; authority_sum: number }

export type BacklinkChecksTable = {
  id: Generated<number>
  backlink_id: number
  at: number
  outcome: 'found' | 'missing' | 'http_error' | 'issue'
  status_before: BacklinkStatus
  status_after: BacklinkStatus
  status_code: number | null
  final_url: string | null
  anchor: string | null
  rel: string | null
  issue: string | null
}

export type OutreachCampaignsTable = {
  id: Generated<number>
  name: string
  /** The template that its prospects begin with. */
  template_id: string
  notes: Generated<string>
  closed_at: number | null
  created_at: number
}

export type ProspectState = 'prospect' | 'contacted' | 'followed_up' | 'replied' | 'won' | 'lost'

export type OutreachProspectsTable = {
  id: Generated<number>
  campaign_id: number
  /** The host without `www.`, once in the whole table. */
  site: string
  contact_name: Generated<string>
  /** In lower case; empty while unknown. */
  contact_email: Generated<string>
  /** The page of theirs that the link would be on; empty while unknown. */
  page: Generated<string>
  state: Generated<ProspectState>
  /** The day, at midnight UTC. */
  next_action_at: number | null
  template_id: string
  notes: Generated<string>
  /** What came of it. */
  backlink_id: number | null
  created_at: number
  updated_at: number
}

/** Who asked not to be written to: an e-mail address, or a domain with all below it. */
export type OutreachMessageKind = 'mail' | 'interested' | 'question' | 'declined'

/** An email to a prospect, or what they answered. */
export type OutreachMessagesTable = {
  id: Generated<number>
  prospect_id: number
  kind: OutreachMessageKind
  /** When it was queued, or the day of the answer at midnight UTC. */
  at: number
  actor_label: string
  subject: Generated<string>
  text: string
  /** Where the prospect was before, for Undo. */
  state_before: ProspectState
  action_before: number | null
  state_after: ProspectState
  /** The email in the outbox. */
  mail_id: number | null
  /** How the email ended, once it is no longer in the outbox; null before. */
  mail_end: 'sent' | 'failed' | 'deleted' | null
  mail_ended_at: number | null
  mail_error: string | null
}

export type OutreachDraftsTable = {
  prospect_id: number
  template_id: string
  subject: string
  text: string
  follow_up_days: number
  updated_at: number
}

/** The operators' own wording of a template, by its id. */
type OutreachTemplatesTable = {
  id: string
  subject: string
  text: string
  updated_at: number
}

type OutreachOptOutsTable = {
  value: string
  reason: Generated<string>
  actor_label: string
  at: number
}
