import { href } from 'react-router'
import { adminMenu } from '#app/admin/menu.ts'

/** A screen, a setting or an action that the palette offers. */
export type Entry = {
  group: 'Screens' | 'Settings' | 'Actions'
  label: string
  /** What else it is found by. */
  words?: string
  to: string
  /** The name of the field that gets the focus there. */
  field?: string
}

const screens: Entry[] = [
  ...adminMenu.flat().map(({ href, label }) => ({ label, to: href })),
  { label: 'Notifications', to: href('/admin/notifications') },
  { label: 'Blocked authors', to: href('/admin/videos/authors'), words: 'videos ban' },
  { label: 'Campaigns', to: href('/admin/backlinks/campaigns'), words: 'outreach prospects' },
  { label: 'Outreach templates', to: href('/admin/backlinks/templates'), words: 'email' },
  { label: 'Opt-outs', to: href('/admin/backlinks/opt-outs'), words: 'outreach' },
  {
    label: 'Your account',
    to: href('/admin/settings/account'),
    words: 'profile password two-factor 2fa sessions',
  },
].map((entry) => ({ ...entry, group: 'Screens' as const }))

const actions: Entry[] = [
  { label: 'New user', to: href('/admin/users/new'), words: 'add invite create' },
  { label: 'Add a backlink', to: href('/admin/backlinks/new'), words: 'new create' },
  { label: 'Import backlinks', to: href('/admin/backlinks/import'), words: 'csv' },
  { label: 'Back up the database', to: href('/admin/settings/database'), words: 'backup restore' },
  { label: 'Send a test mail', to: `${href('/admin/settings/email')}#test`, words: 'email smtp' },
  {
    label: 'Read the mail outbox',
    to: `${href('/admin/settings/email')}#outbox`,
    words: 'email queue',
  },
].map((entry) => ({ ...entry, group: 'Actions' as const }))

/** The settings by their tabs: the name of each field and its label there. */
const settings: Record<string, [field: string, label: string, words?: string][]> = {
  [href('/admin/settings')]: [
    ['siteName', 'Site name', 'title brand'],
    ['contactAddress', 'Contact address', 'email'],
    ['defaultLanguage', 'Default language'],
    ['timeZone', 'Time zone'],
    ['maintenanceMode', 'Maintenance mode', 'close offline'],
    ['maintenanceText', 'What visitors read meanwhile', 'maintenance text'],
    [
      'honourPrivacySignal',
      'Leave out visitors whose browser asks not to be tracked',
      'privacy gpc',
    ],
    ['countryDatabase', 'Country database', 'geo mmdb'],
    ['analyticsTagId', 'Search engine analytics tag', 'google'],
    ['heatmapId', 'Heatmap service'],
    ['socialPixelId', 'Social pixel'],
    ['adBanner', 'Banner', 'advertisement ads'],
    ['adContent', 'Content', 'advertisement ads'],
    ['adDialog', 'Dialog', 'advertisement ads'],
  ],
  [href('/admin/settings/api')]: [
    ['rateLimitPerMinute', 'Rate limit'],
    ['batchLinks', 'Links at once', 'batch'],
    ['requestLogging', 'Request logging', 'logs'],
    ['apiTimeoutSeconds', 'API timeout', 'extraction'],
    ['mediaHosts', 'Allowed media hosts', 'extraction'],
    ['canaryLinks', 'Posts to try', 'test look-up'],
  ],
  [href('/admin/settings/notifications')]: [
    ['notifyDmcaReport', 'A new DMCA report', 'notify'],
    ['notifyContactMessage', 'A new message from a visitor', 'notify inbox'],
    ['notifyExtractionFailing', 'The extraction service fails', 'notify'],
    ['notifyBackupFailed', 'A backup failed', 'notify'],
    ['notifyDiskLow', 'The disk is nearly full', 'notify'],
    ['notifySignInFailures', 'Many sign-ins fail', 'notify'],
  ],
  [href('/admin/settings/security')]: [
    ['sessionTimeoutMinutes', 'Session timeout', 'sign out'],
    ['twoFactorRequired', 'Two-factor sign-in required for admins', '2fa totp'],
  ],
  [href('/admin/settings/database')]: [
    ['retentionDays', 'Retention', 'delete keep'],
    ['databasePoolSize', 'Pool size'],
    ['backupTime', 'At', 'daily backup time'],
    ['backupsKept', 'Keep the newest', 'backups'],
  ],
  [href('/admin/settings/email')]: [
    ['smtpHost', 'Host', 'mail server smtp'],
    ['smtpEncryption', 'Encryption', 'mail smtp tls'],
    ['mailFrom', 'Sender', 'mail from'],
    ['mailNotifications', 'Send notifications to operators', 'mail'],
  ],
  [href('/admin/settings/performance')]: [
    ['responseCaching', 'Keep rendered pages in memory', 'cache'],
    ['cacheMinutes', 'Cache duration'],
    ['compression', 'Compress answers', 'gzip brotli'],
    ['countdownSeconds', 'Countdown', 'download'],
    ['maxConcurrentDownloads', 'At once', 'downloads concurrent limit'],
    ['downloadTimeoutSeconds', 'Download timeout'],
  ],
}

const settingEntries = Object.entries(settings).flatMap(([to, fields]) =>
  fields.map(([field, label, words = '']) => ({
    group: 'Settings' as const,
    label,
    words,
    to,
    field,
  })),
)

export const entries: readonly Entry[] = [...screens, ...actions, ...settingEntries]

/** The entries that have each word of a text, those first whose label begins with it. */
export function entriesFor(text: string, among: readonly Entry[] = entries): Entry[] {
  const typed = text.toLowerCase().trim()
  const words = typed.split(/\s+/)
  const fits = among.filter(({ label, words: more = '', group }) => {
    const all = `${label} ${more} ${group}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
  const begins = ({ label }: Entry) => label.toLowerCase().startsWith(typed)
  return [...fits.filter(begins), ...fits.filter((entry) => !begins(entry))]
}
