import { href } from 'react-router'
import { adminMenu } from '#app/admin/menu.ts'

/** A screen or an action that the palette offers by itself. */
export type Entry = {
  group: 'Screens' | 'Actions'
  label: string
  /** What else it is found by. */
  words?: string
  to: string
}

const screens: Entry[] = [
  ...adminMenu.flat().map(({ href, label }) => ({ label, to: href })),
  { label: 'Notifications', to: href('/admin/notifications') },
  { label: 'Blocked creators', to: href('/admin/videos/creators'), words: 'videos' },
  { label: 'Campaigns', to: href('/admin/backlinks/campaigns'), words: 'outreach prospects' },
  { label: 'Outreach templates', to: href('/admin/backlinks/templates'), words: 'email' },
  { label: 'Opt-outs', to: href('/admin/backlinks/opt-outs'), words: 'outreach' },
  { label: 'Reply templates', to: href('/admin/dmca/templates'), words: 'dmca notes' },
  {
    label: 'Counter-notices',
    to: href('/admin/dmca/counter-notices'),
    words: 'dmca waiting creators',
  },
  { label: 'Email templates', to: href('/admin/settings/email/templates'), words: 'preview' },
  { label: 'Server log', to: href('/admin/system/log'), words: 'errors lines request' },
  {
    label: 'Your account',
    to: href('/admin/settings/account'),
    words: 'profile password two-factor 2fa sessions',
  },
].map((entry) => ({ ...entry, group: 'Screens' as const }))

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
    to: `${href('/admin/settings/email')}#outbox`,
    words: 'email queue',
  },
].map((entry) => ({ ...entry, group: 'Actions' as const }))

export const entries: readonly Entry[] = [...screens, ...actions]

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
