import { href } from 'react-router'
import { adminMenu } from '#app/admin/menu.ts'
import { type Theme, themes } from '#app/http/theme-script.ts'
import { foldText } from '#app/lists/fold-case.ts'

export type Entry = {
  group: 'Screens' | 'Actions'
  label: string
  words?: string
  to: string
  /** Its action; opens a screen if left out. */
  does?: 'sign out' | 'export' | 'download' | Theme
}

const screens: Entry[] = [
  ...adminMenu.flat().map(({ href, label }) => ({ label, to: href })),
  { label: 'Notifications', to: href('/admin/notifications') },
  { label: 'Blocked creators', to: href('/admin/videos/creators'), words: 'videos' },
  { label: 'Campaigns', to: href('/admin/backlinks/campaigns'), words: 'outreach prospects' },
  { label: 'Outreach templates', to: href('/admin/backlinks/templates/:id?'), words: 'email' },
  { label: 'Opt-outs', to: href('/admin/backlinks/opt-outs'), words: 'outreach' },
  { label: 'Reply templates', to: href('/admin/dmca/templates'), words: 'dmca notes' },
  {
    label: 'Counter-notices',
    to: href('/admin/dmca/counter-notices'),
    words: 'dmca waiting creators',
  },
  {
    label: 'API tokens',
    to: href('/admin/settings/api/tokens'),
    words: 'programs phones bearer scopes',
  },
  { label: 'Email templates', to: href('/admin/settings/email/templates'), words: 'preview' },
  { label: 'Webhooks', to: href('/admin/settings/webhooks'), words: 'events notifications' },
  { label: 'Server log', to: href('/admin/system/log'), words: 'errors lines request' },
  {
    label: 'Your account',
    to: href('/admin/settings/account'),
    words: 'profile password two-factor 2fa sessions',
  },
].map((entry) => ({ ...entry, group: 'Screens' as const }))

const exports = [
  ['users', href('/admin/users/export.csv')],
  ['videos', href('/admin/videos/export.csv')],
  ['DMCA reports', href('/admin/dmca/export.csv')],
  ['backlinks', href('/admin/backlinks/export.csv')],
  ['the audit log', href('/admin/audit/export.csv')],
] as const

const actions: Entry[] = [
  {
    label: 'Review the next DMCA report',
    to: href('/admin/dmca/queue'),
    words: 'queue pending approve reject',
  },
  { label: 'New user', to: href('/admin/users/new'), words: 'add invite create' },
  { label: 'Block a creator', to: href('/admin/videos/creators'), words: 'ban videos' },
  { label: 'Add a backlink', to: href('/admin/backlinks/new'), words: 'new create' },
  { label: 'Import backlinks', to: href('/admin/backlinks/import'), words: 'csv' },
  { label: 'Back up the database', to: href('/admin/settings/database'), words: 'backup restore' },
  { label: 'Send a test email', to: `${href('/admin/settings/email')}#test`, words: 'email smtp' },
  {
    label: 'Open the email outbox',
    to: href('/admin/settings/email/outbox'),
    words: 'email queue',
  },
  {
    label: 'Turn maintenance mode on or off',
    to: href('/admin/settings/maintenance'),
    words: 'close open site',
  },
  // Uses the export link of the open list, which includes its filters.
  { label: 'Export this list', to: '#export', words: 'csv download', does: 'export' as const },
  ...exports.map(([what, to]) => {
    return { label: `Export ${what}`, to, words: 'csv download all', does: 'download' as const }
  }),
  ...themes.map((theme) => ({
    label: `Theme: ${theme}`,
    to: `#${theme}`,
    words: 'mode colors',
    does: theme,
  })),
  { label: 'Sign out', to: href('/admin/logout'), words: 'logout', does: 'sign out' as const },
].map((entry) => ({ ...entry, group: 'Actions' as const }))

export const entries: readonly Entry[] = [...screens, ...actions]

/** Returns the entries that contain all words of a text, those whose label begins with it first. */
export function entriesFor(text: string, among: readonly Entry[] = entries): Entry[] {
  const typed = foldText(text).trim()
  const words = typed.split(/\s+/)
  const fits = among.filter(({ label, words: more = '', group }) => {
    const all = foldText(`${label} ${more} ${group}`)
    return words.every((word) => all.includes(word))
  })
  const begins = ({ label }: Entry) => foldText(label).startsWith(typed)
  return [...fits.filter(begins), ...fits.filter((entry) => !begins(entry))]
}
