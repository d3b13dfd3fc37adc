import type { SettingName } from './settings-schema.ts'

const channels = { badge: 'In the bell menu', mail: 'By email' }

/** The values of settings that offer a choice, in words and in order, by the setting's name. */
export const settingChoices = {
  defaultLanguage: {
    en: 'English',
    es: 'Spanish',
    fr: 'French',
    de: 'German',
    pt: 'Portuguese',
  },
  timeZone: {
    UTC: 'UTC',
    EST: 'EST (New York)',
    CST: 'CST (Chicago)',
    MST: 'MST (Denver)',
    PST: 'PST (Los Angeles)',
  },
  apiAccess: { off: 'No one', token: 'Programs with a token', anyone: 'Anyone' },
  countdownPer: { post: 'Once per post', format: 'For each format' },
  fileNames: {
    brand_timestamp: 'Site name and time',
    creator_title: 'Creator and title',
    creator_id_date: 'Creator, ID and date',
    pattern: 'Your own pattern',
  },
  mp3Rate: { 128: '128 kbps', 192: '192 kbps', 320: '320 kbps' },
  notifyDmcaReport: channels,
  notifyCounterNotice: channels,
  notifyContactMessage: channels,
  notifyExtractionFailing: channels,
  notifyBackupFailed: channels,
  notifyDiskLow: channels,
  notifySignInFailures: channels,
} as const satisfies Partial<Record<SettingName, Readonly<Record<string, string>>>>

/** Returns them for the setting's field. */
export function choicesOf(name: keyof typeof settingChoices): { value: string; label: string }[] {
  return Object.entries(settingChoices[name]).map(([value, label]) => ({ value, label }))
}
