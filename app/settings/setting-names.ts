import type { SettingName } from './settings-schema.ts'

const settingNames: Record<SettingName, string> = {
  siteName: 'the site name',
  contactAddress: 'the contact address',
  defaultLanguage: 'the default language',
  timeZone: 'the time zone',
  maintenanceMode: 'maintenance mode',
  maintenanceText: 'the maintenance text',
  analyticsTagId: 'the analytics tag',
  heatmapId: 'the heatmap service',
  socialPixelId: 'the social pixel',
  adBanner: 'the banner ad',
  adContent: 'the content ad',
  adDialog: 'the dialog ad',
  honourPrivacySignal: 'the privacy signal',
  countryDatabase: 'the country database',
  extractionSources: 'the sources',
  platforms: 'the platforms',
  platformsUndecided: 'whether the platforms are still to be chosen',
  sensitivePlatforms: 'the platforms whose sensitive posts can be saved',
  canary: 'test look-ups',
  canaryLinks: 'the test posts',
  extractionUrl: 'the extraction service',
  fallbackExtractionUrl: 'the second extraction service',
  extractionRequestsPerSecond: 'the requests per second to the extraction service',
  apiTimeoutSeconds: 'the API timeout',
  mediaHosts: 'the media hosts',
  rateLimitPerMinute: 'the rate limit',
  batchLinks: 'the links per batch',
  apiAccess: 'who may use the API',
  requestLogging: 'request logging',
  sessionTimeoutMinutes: 'the session timeout',
  minPasswordLength: 'the minimum password length',
  requireUppercase: 'uppercase letters in passwords',
  requireNumbers: 'numbers in passwords',
  requireSpecial: 'special characters in passwords',
  twoFactorRequired: 'required two-factor',
  notifyDmcaReport: 'notifications of DMCA reports',
  notifyCounterNotice: 'notifications of counter-notices',
  notifyContactMessage: 'notifications of messages',
  notifyExtractionFailing: 'notifications of a failing extraction service',
  notifyBackupFailed: 'notifications of failed backups',
  notifyDiskLow: 'notifications of a full disk',
  notifySignInFailures: 'notifications of failing sign-ins',
  databasePoolSize: 'the database pool size',
  retentionDays: 'the retention',
  automaticBackup: 'automatic backups',
  backupTime: 'the backup time',
  backupsKept: 'the number of backups kept',
  smtpHost: 'the mail server',
  smtpPort: 'the mail server’s port',
  smtpUser: 'the mail server’s user',
  smtpPassword: 'the mail server’s password',
  smtpEncryption: 'the mail server’s encryption',
  mailFrom: 'the sender of emails',
  mailNotifications: 'emails to operators',
  cacheMinutes: 'the cache duration',
  responseCaching: 'page caching',
  compression: 'compression',
  countdownSeconds: 'the countdown',
  countdownPer: 'how often the countdown runs',
  maxConcurrentDownloads: 'the number of downloads at once',
  mp3Rate: 'the MP3 quality',
  fileNames: 'file names',
  fileNamePattern: 'the file name pattern',
  tagSounds: 'tags in sound files',
  tagVideos: 'tags in videos',
  downloadTimeoutSeconds: 'the download timeout',
  metricsToken: 'the metrics token',
  setupChecklist: 'the setup checklist',
  weeklyReport: 'the weekly report',
}

const names: Readonly<Record<string, string | undefined>> = settingNames

/** Returns a setting's name for a heading, such as `Session timeout`. Null if it doesn't exist. */
export function settingTitle(key: string): string | null {
  const bare = names[key]?.replace(/^the /, '')
  return bare === undefined ? null : bare.charAt(0).toUpperCase() + bare.slice(1)
}

/** Returns changed settings for an audit entry: the name of a single one, else their number. */
export function settingsLabel([name, ...more]: readonly SettingName[]): string {
  if (name === undefined || more.length > 0) return `${more.length + 1} settings`
  return settingNames[name]
}
