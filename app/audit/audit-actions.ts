import { countText } from '#app/i18n/count-text.ts'
import { formatBytes } from '#app/i18n/format.ts'
import { bulkCount, bulkText } from './bulk-text.ts'

type Facts = {
  before: Readonly<Record<string, unknown>>
  after: Readonly<Record<string, unknown>>
  hasObject: boolean
}

type Sentence = string | ((facts: Facts) => string)

type ActionText = {
  /** The action's name in lists and filters. */
  name: string
  /** `{actor}` and `{object}` are replaced by their names. */
  done: Sentence
  /** An action's sentence if it failed or was refused. Unset: `done` and the outcome beside it. */
  failed?: Sentence
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const count = (value: unknown, one: string) =>
  countText(Array.isArray(value) ? value.length : Number(value ?? 0), one)
const quoted = (value: unknown) => (text(value) === '' ? '' : `“${text(value)}”`)
const size = ({ after }: Facts) =>
  typeof after.bytes === 'number' ? ` (${formatBytes(after.bytes, 'en')})` : ''
const sessions = ({ after }: Facts) => count(after.sessions, 'session')

const secondSteps: Readonly<Record<string, string>> = {
  app: ' with two-factor',
  recovery: ' with a recovery code',
  passkey: ' with a passkey',
}

const refusals: Readonly<Record<string, string>> = {
  wrong_credentials: 'tried to sign in with a wrong email or password',
  wrong_code: 'entered a wrong two-factor code',
  wrong_password_again: 'entered a wrong password to confirm a change',
  not_admin: 'was kept out of the back office: not an admin',
  inactive: 'was refused: the account is inactive',
  banned: 'was refused: the account is banned',
}

const replies: Readonly<Record<string, string>> = {
  interested: ': interested',
  question: ': a question',
  declined: ': declined',
}

/**
 * Every action of the audit log in words. An action without its words doesn't compile, and one list
 * of them makes the file long.
 */
const auditActions = {
  'analytics.exported': { name: 'Analytics exported', done: '{actor} exported analytics' },
  'api_token.ended': { name: 'API token ended', done: '{actor} ended {object}' },
  'api_token.made': { name: 'API token made', done: '{actor} made {object}' },
  'audit.exported': { name: 'Audit log exported', done: '{actor} exported the audit log' },
  'author.blocked': { name: 'Creator blocked', done: '{actor} blocked the creator {object}' },
  'author.unblocked': { name: 'Creator unblocked', done: '{actor} unblocked the creator {object}' },
  'backlink.changed': { name: 'Backlink changed', done: '{actor} changed {object}' },
  'backlink.check_requested': {
    name: 'Backlink check requested',
    done: '{actor} requested a check of {object}',
  },
  'backlink.created': { name: 'Backlink added', done: '{actor} added {object}' },
  'backlink.deleted': {
    name: 'Backlink deleted',
    done: ({ before }) => `{actor} deleted the backlink ${text(before.url) || '{object}'}`,
  },
  'backlink.status_changed': {
    name: 'Backlink status changed',
    done: ({ after }) => `A check found {object} ${text(after.status) || 'changed'}`,
  },
  'backlinks.exported': { name: 'Backlinks exported', done: '{actor} exported the backlinks' },
  'backlinks.imported': {
    name: 'Backlinks imported',
    done: ({ after }) => `{actor} imported ${count(after.added, 'backlink')}`,
  },
  'backlinks.noted': {
    name: 'Backlink alert acknowledged',
    done: ({ after }) => `{actor} acknowledged ${count(after.noted, 'backlink alert')}`,
  },
  'backup.deleted': { name: 'Backup deleted', done: '{actor} deleted {object}' },
  'backup.downloaded': {
    name: 'Backup downloaded',
    done: (facts) => `{actor} downloaded {object}${size(facts)}`,
  },
  'backup.made': {
    name: 'Backup made',
    done: (facts) => `{actor} made {object}${size(facts)}`,
    failed: '{actor} couldn’t make a backup',
  },
  'backup.verified': {
    name: 'Backup verified',
    done: '{actor} verified {object}',
    failed: '{actor} found a problem in {object}',
  },
  'bulk.changed': {
    name: 'Bulk change',
    done: ({ after }) => `{actor} ${bulkText(after)} in {object}`,
    failed: ({ after }) => `A bulk change failed: {actor} ${bulkText(after)} in {object}`,
  },
  'bulk.undone': {
    name: 'Bulk change undone',
    done: ({ after }) => `{actor} undid a bulk change for ${bulkCount(after)} in {object}`,
  },
  'campaign.changed': { name: 'Campaign changed', done: '{actor} changed {object}' },
  'campaign.closed': { name: 'Campaign closed', done: '{actor} closed {object}' },
  'campaign.created': { name: 'Campaign created', done: '{actor} created {object}' },
  'campaign.deleted': {
    name: 'Campaign deleted',
    done: ({ before }) => `{actor} deleted the campaign ${quoted(before.name) || '{object}'}`,
  },
  'campaign.reopened': { name: 'Campaign reopened', done: '{actor} reopened {object}' },
  'database.checked': {
    name: 'Database checked',
    done: '{actor} checked the database',
    failed: '{actor} found a problem in the database',
  },
  'database.older': {
    name: 'Database lost changes',
    done: ({ after }) =>
      `The database lost the changes of about ${count(after.lostSeconds, 'second')}`,
  },
  'database.restored': {
    name: 'Database restored',
    done: '{actor} restored {object}',
    failed: '{actor} couldn’t restore {object}',
  },
  'demo.cleared': { name: 'Demo data removed', done: '{actor} removed the demo data' },
  'demo.seeded': { name: 'Demo data added', done: '{actor} added demo data' },
  'dmca.approved': { name: 'DMCA report approved', done: '{actor} approved {object}' },
  'dmca.asked': { name: 'DMCA claimant asked', done: '{actor} asked a question about {object}' },
  'dmca.counter_notice_checked': {
    name: 'Counter-notice checked',
    done: ({ after }) =>
      after.checked === false
        ? '{actor} marked a counter-notice to {object} as not checked'
        : '{actor} checked a counter-notice to {object}',
  },
  'dmca.counter_notice_closed': {
    name: 'Counter-notice closed',
    done: '{actor} closed a counter-notice to {object}',
  },
  'dmca.counter_notice_recorded': {
    name: 'Counter-notice recorded',
    done: '{actor} recorded a counter-notice to {object}',
  },
  'dmca.exported': { name: 'DMCA reports exported', done: '{actor} exported the DMCA reports' },
  'dmca.posts_restored': {
    name: 'Posts put back after a counter-notice',
    done: ({ after }) => `{actor} put back ${count(after.posts, 'post')} named in {object}`,
  },
  'dmca.rejected': { name: 'DMCA report rejected', done: '{actor} rejected {object}' },
  'dmca.reopened': { name: 'DMCA report reopened', done: '{actor} reopened {object}' },
  'dmca.report_downloaded': {
    name: 'DMCA report downloaded',
    done: '{actor} downloaded {object}',
  },
  'dmca.template_deleted': {
    name: 'Reply template deleted',
    done: ({ before }) => `{actor} deleted the reply template ${quoted(before.name)}`,
  },
  'dmca.template_saved': {
    name: 'Reply template saved',
    done: ({ after }) => `{actor} saved the reply template ${quoted(after.name)}`,
  },
  'job.dismissed': {
    name: 'Failed job dismissed',
    done: '{actor} dismissed a failed run of {object}',
  },
  'job.retried': { name: 'Failed job retried', done: '{actor} retried a failed run of {object}' },
  'job.started': { name: 'Job started', done: '{actor} started {object}' },
  'mail.deleted': { name: 'Email deleted', done: '{actor} deleted {object}' },
  'mail.resent': { name: 'Email sent again', done: '{actor} sent {object} again' },
  'mail.retried': { name: 'Email retried', done: '{actor} retried {object}' },
  'mail.tested': {
    name: 'Test email sent',
    done: ({ after }) => `{actor} sent a test email to ${text(after.to)}`,
    failed: ({ after }) => `{actor} couldn’t send a test email to ${text(after.to)}`,
  },
  'message.answered': { name: 'Message answered', done: '{actor} answered {object}' },
  'message.deleted': { name: 'Message deleted', done: '{actor} deleted {object}' },
  'message.done': { name: 'Message marked as done', done: '{actor} marked {object} as done' },
  'message.reopened': { name: 'Message reopened', done: '{actor} marked {object} as unread' },
  'outreach.opt_out_removed': { name: 'Opt-out removed', done: '{actor} removed an opt-out' },
  'outreach.opted_out': { name: 'Opt-out added', done: '{actor} added an opt-out' },
  'outreach.template_changed': {
    name: 'Outreach template changed',
    done: '{actor} changed {object}',
  },
  'outreach.template_reset': { name: 'Outreach template reset', done: '{actor} reset {object}' },
  'passkey.added': {
    name: 'Passkey added',
    done: ({ after }) => `{actor} added the passkey ${quoted(after.name)} to {object}`,
  },
  'passkey.removed': {
    name: 'Passkey removed',
    done: ({ before }) => `{actor} removed the passkey ${quoted(before.name)} from {object}`,
  },
  'post.flagged': { name: 'Post flagged', done: '{actor} flagged {object}' },
  'post.removed': { name: 'Post removed', done: '{actor} removed {object}' },
  'post.restored': { name: 'Post restored', done: '{actor} restored {object}' },
  'posts.exported': { name: 'Posts exported', done: '{actor} exported the posts' },
  'prospect.added': { name: 'Prospect added', done: '{actor} added {object}' },
  'prospect.changed': { name: 'Prospect changed', done: '{actor} changed {object}' },
  'prospect.contacted': { name: 'Prospect contacted', done: '{actor} contacted {object}' },
  'prospect.deleted': { name: 'Prospect deleted', done: '{actor} deleted {object}' },
  'prospect.followed_up': { name: 'Prospect followed up', done: '{actor} followed up {object}' },
  'prospect.lost': { name: 'Prospect lost', done: '{actor} marked {object} as lost' },
  'prospect.mail_canceled': {
    name: 'Email to a prospect canceled',
    done: '{actor} canceled the email to {object}',
  },
  'prospect.mailed': { name: 'Prospect emailed', done: '{actor} emailed {object}' },
  'prospect.planned': {
    name: 'Prospect’s next step planned',
    done: '{actor} planned the next step for {object}',
  },
  'prospect.prospect': { name: 'Prospect reset', done: '{actor} moved {object} back to the start' },
  'prospect.replied': {
    name: 'Prospect replied',
    done: ({ after }) =>
      `{actor} logged a reply from {object}${replies[text(after.outcome)] ?? ''}`,
  },
  'prospect.reply_removed': {
    name: 'Reply removed',
    done: '{actor} removed a reply from {object} from the log',
  },
  'prospect.won': { name: 'Prospect won', done: '{actor} won a backlink from {object}' },
  'settings.changed': {
    name: 'Settings changed',
    done({ after, hasObject }) {
      const [value, ...more] = Object.values(after)
      if (!hasObject) return '{actor} changed the settings'
      if (typeof value !== 'boolean' || more.length > 0) return '{actor} changed {object}'
      return `{actor} turned {object} ${value ? 'on' : 'off'}`
    },
  },
  'sign_in.done': {
    name: 'Signed in',
    done: ({ after }) => `{actor} signed in${secondSteps[String(after.secondStep)] ?? ''}`,
  },
  'sign_in.ended': { name: 'Signed out', done: '{actor} signed out' },
  'sign_in.refused': {
    name: 'Sign-in refused',
    done: ({ after }) =>
      `{actor} ${refusals[text(after.reason)] ?? 'was refused'}${after.blocked === true ? ' and is now locked out' : ''}`,
  },
  'sign_in.unlocked': {
    name: 'Sign-in unlocked',
    done: ({ after, hasObject }) =>
      `{actor} lifted ${count(after.lifted, 'sign-in block')}${hasObject ? ' of {object}' : ''}`,
  },
  'subscribers.exported': {
    name: 'Subscribers exported',
    done: '{actor} exported the newsletter subscribers',
  },
  'two_factor.disabled': {
    name: 'Two-factor turned off',
    done: '{actor} turned two-factor off for {object}',
  },
  'two_factor.enabled': {
    name: 'Two-factor turned on',
    done: '{actor} turned two-factor on for {object}',
  },
  'two_factor.recovery_codes_renewed': {
    name: 'Recovery codes renewed',
    done: '{actor} renewed the recovery codes of {object}',
  },
  'user.activated': { name: 'User activated', done: '{actor} activated {object}' },
  'user.banned': { name: 'User banned', done: '{actor} banned {object}' },
  'user.changed': { name: 'User changed', done: '{actor} changed {object}' },
  'user.created': { name: 'User created', done: '{actor} created the account {object}' },
  'user.deactivated': { name: 'User deactivated', done: '{actor} deactivated {object}' },
  'user.deleted': {
    name: 'User deleted',
    done: ({ before }) => `{actor} deleted the account ${text(before.email) || '{object}'}`,
  },
  'user.invited': { name: 'User invited', done: '{actor} invited {object}' },
  'user.mailed': {
    name: 'User emailed',
    done: ({ after }) => `{actor} emailed {object}: ${quoted(after.subject)}`,
  },
  'user.password_changed': {
    name: 'Password changed',
    done: '{actor} changed the password of {object}',
  },
  'user.reset_link_made': {
    name: 'Password link created',
    done: '{actor} created a password link for {object}',
  },
  'user.session_ended': { name: 'Session ended', done: '{actor} ended a session of {object}' },
  'user.signed_out': {
    name: 'User signed out everywhere',
    done: (facts) => `{actor} ended ${sessions(facts)} of {object}`,
  },
  'user.unlocked': { name: 'User unlocked', done: '{actor} unlocked {object}' },
  'webhook.changed': {
    name: 'Webhook’s events changed',
    done: '{actor} changed the events of {object}',
  },
  'webhook.created': {
    name: 'Webhook added',
    done: ({ after }) => `{actor} added {object} at ${text(after.host)}`,
  },
  'webhook.deleted': {
    name: 'Webhook deleted',
    done: ({ before }) => `{actor} deleted a webhook at ${text(before.host)}`,
  },
  'webhook.resent': { name: 'Event sent again', done: '{actor} sent an event to {object} again' },
  'webhook.secret_changed': {
    name: 'Webhook’s secret replaced',
    done: '{actor} replaced the secret of {object}',
  },
  'webhook.tested': { name: 'Webhook tested', done: '{actor} sent a test event to {object}' },
  'webhook.turned_off': { name: 'Webhook turned off', done: '{actor} turned off {object}' },
  'webhook.turned_on': { name: 'Webhook turned on', done: '{actor} turned on {object}' },
  'view.deleted': {
    name: 'View deleted',
    done: ({ before }) => `{actor} deleted the view ${quoted(before.name)} of a list`,
  },
  'view.renamed': {
    name: 'View renamed',
    done: ({ before, after }) =>
      `{actor} renamed the view ${quoted(before.name)} to ${quoted(after.name)}`,
  },
  'view.saved': {
    name: 'View saved',
    done: ({ after }) => `{actor} saved the view ${quoted(after.name)} of a list`,
  },
  'users.exported': { name: 'Users exported', done: '{actor} exported the users' },
} as const satisfies Record<`${string}.${string}`, ActionText>

/** An action, as `object.verb`. */
export type AuditAction = keyof typeof auditActions

const texts: Readonly<Record<string, ActionText | undefined>> = auditActions

/** Returns an action's name. Actions that are no longer in use are named by their own words. */
export function auditActionName(action: string): string {
  const words = action.replaceAll(/[._]/g, ' ')
  return texts[action]?.name ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns an entry's sentence in its parts: words, `{actor}` and `{object}`. */
export function auditSentence({
  action,
  before,
  after,
  hasObject,
  outcome,
}: {
  action: string
  before: unknown
  after: unknown
  hasObject: boolean
  outcome: 'success' | 'failure' | 'denied'
}): string[] {
  const words = texts[action]
  const about = hasObject ? ' ({object})' : ''
  const { done, failed = done } = words ?? { done: `{actor}: ${auditActionName(action)}${about}` }
  const sentence: Sentence = outcome === 'success' ? done : failed
  const text =
    typeof sentence === 'string'
      ? sentence
      : sentence({ before: factsOf(before), after: factsOf(after), hasObject })
  return text.split(/(\{(?:actor|object)\})/).filter((part) => part !== '')
}

/** Returns the fields of one side of an entry, none if it doesn't have that side. */
export function factsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
