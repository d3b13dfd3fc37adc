import type { Generated } from 'kysely'

export type BacklinksTables = {
  backlinks: BacklinksTable
  /** Backlink counts and sums of their authorities, kept by triggers. */
  backlink_counts: { status: BacklinkStatus; n: number; authority_sum: number }
  backlink_checks: BacklinkChecksTable
  /** An uploaded file between its preview and its import. */
  backlink_imports: { user_id: string; csv: string; at: number }
  outreach_campaigns: OutreachCampaignsTable
  outreach_prospects: OutreachProspectsTable
  /** Opt-outs of outreach: an email address, or a domain with all its subdomains. */
  outreach_opt_outs: {
    value: string
    reason: Generated<string>
    actor_label: string
    at: number
  }
  outreach_messages: OutreachMessagesTable
  outreach_drafts: OutreachDraftsTable
  /** Operators' versions of templates, by id. */
  outreach_templates: {
    id: string
    subject: string
    text: string
    updated_at: number
  }
}

export type BacklinkStatus = 'active' | 'pending' | 'lost' | 'broken'

export type BacklinksTable = {
  seq: Generated<number>
  /** The page's host, or a domain above it. */
  domain: string
  /** The page that has, or should have, a link to this site. */
  url: string
  /** The address in normalized form, to find duplicates. */
  url_key: string
  anchor_text: string
  /** Searched by the list: domain and anchor text, folded. Triggers keep its index. */
  search_text: string
  status: BacklinkStatus
  /** 0 to 100. */
  domain_authority: number
  /** The day, at midnight UTC; 0 for none. */
  date_acquired: Generated<number>
  contact_email: Generated<string>
  notes: Generated<string>
  /** Number of checks in a row that found the page without the link. */
  misses: Generated<number>
  /** 1 from when a check finds the link gone until an operator dismisses it. */
  alert: Generated<number>
  /** When a pending check was requested. */
  check_requested_at: number | null
  /** 0 for never, for sorting. */
  last_checked_at: Generated<number>
  last_status_code: number | null
  /** The last check's address after redirects. */
  final_url: string | null
  found_anchor: string | null
  /** Its `rel`, empty for none. */
  rel: string | null
  /** Why the last check had no result. */
  crawl_issue: string | null
  created_at: number
  updated_at: number
}

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
  /** Initial template for its prospects. */
  template_id: string
  notes: Generated<string>
  closed_at: number | null
  created_at: number
}

export type ProspectState = 'prospect' | 'contacted' | 'followed_up' | 'replied' | 'won' | 'lost'

export type OutreachProspectsTable = {
  id: Generated<number>
  campaign_id: number
  /** The host without `www.`, unique in the table. */
  site: string
  contact_name: Generated<string>
  /** Lowercase; empty while unknown. */
  contact_email: Generated<string>
  /** Their page that would have the link; empty while unknown. */
  page: Generated<string>
  state: Generated<ProspectState>
  /** The day, at midnight UTC. */
  next_action_at: number | null
  template_id: string
  notes: Generated<string>
  backlink_id: number | null
  created_at: number
  updated_at: number
}

export type OutreachMessageKind = 'mail' | 'interested' | 'question' | 'declined'

/** An email to a prospect, or their reply. */
export type OutreachMessagesTable = {
  id: Generated<number>
  prospect_id: number
  kind: OutreachMessageKind
  /** When it was queued, or the reply's day at midnight UTC. */
  at: number
  logged_at: number
  actor_label: string
  subject: Generated<string>
  text: string
  /** The prospect's previous state, for Undo. */
  state_before: ProspectState
  action_before: number | null
  state_after: ProspectState
  mail_id: number | null
  /** The email's end, once it is no longer in the outbox. Null before. */
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
