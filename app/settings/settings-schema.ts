import { z } from 'zod'
import { PLATFORMS } from '#app/environment/platform-names.ts'
import { LIVE_SOURCE_NAMES } from '#app/environment/source-names.ts'
import { EmailAddress, MaybeEmail } from '#app/http/email-address.ts'
import { trimUnseen } from '#app/http/typed-text.ts'
import { languages } from '#app/i18n/languages.ts'
import { isFileNamePattern } from '#app/posts/file-name.ts'
import { fileNameStyles } from '#app/posts/file-name-style.ts'
import { mp3Rates } from '#app/posts/mp3-rate.ts'
import { parsePostLink } from '#app/posts/post-link.ts'
import { canaryLinks } from './canary-links.ts'

/** Suffixes of allowed media hosts, matched on a label boundary. */
const defaultMediaHosts = [
  'tiktokcdn.com',
  'tiktokcdn-us.com',
  'tiktokcdn-eu.com',
  'tiktokv.com',
  'byteoversea.com',
  'muscdn.com',
  'akamaized.net',
]

/** The zones to choose from, by their common names. */
export const timeZones = {
  UTC: 'UTC',
  EST: 'America/New_York',
  CST: 'America/Chicago',
  MST: 'America/Denver',
  PST: 'America/Los_Angeles',
} as const

export type TimeZoneName = keyof typeof timeZones

/** Ways to notify operators: a mark at the bell, or a mail to every operator. */
export const channels = ['badge', 'mail'] as const

/** One ad's HTML, shown in a sandboxed frame. The limit lets three of them fit into one form. */
const adContent = z.string().trim().max(5_000).default('')
const notify = (...defaults: (typeof channels)[number][]) =>
  z.array(z.enum(channels)).default(defaults)
const serviceAddress = z.union([z.url({ protocol: /^https?$/ }).max(500), z.literal('')])
/**
 * A mail server's host. Container networks have names with `_`. A port, as in `a.example:25`, is
 * refused, since it has a field of its own.
 */
const hostName = z
  .string()
  .trim()
  .transform((text) => inAscii(text.replace(/^\[(.*)\]$/, '$1')))
  .pipe(
    z.union([
      z
        .string()
        .regex(/^[\w.-]+$/)
        .max(253),
      z.ipv6(),
    ]),
  )

/** Returns a host name as DNS has it: `räucher.example` is `xn--rucher-bua.example`. */
function inAscii(host: string): string {
  const isForeign = /^[^\s/?#@\\:]*[^\0-\x7f][^\s/?#@\\:]*$/.test(host)
  return isForeign && URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host
}

/** All settings with their bounds and defaults. Names include the unit. */
export const SettingsSchema = z.object({
  // General
  siteName: z.string().overwrite(trimUnseen).min(1).max(60).default('Cleanclip'),
  contactAddress: MaybeEmail.default(''),
  defaultLanguage: z.enum(languages).default('en'),
  timeZone: z.enum(Object.keys(timeZones) as [TimeZoneName, ...TimeZoneName[]]).default('UTC'),
  maintenanceMode: z.boolean().default(false),
  /** The text visitors see meanwhile; '' for the default. */
  maintenanceText: z.string().overwrite(trimUnseen).max(500).default(''),
  /** Measurement id of the search engine's analytics tag; '' for none. */
  analyticsTagId: z.union([z.string().regex(/^G-[A-Z0-9]{4,20}$/), z.literal('')]).default(''),
  /** Project id of the heatmap service; '' for none. */
  heatmapId: z.union([z.string().regex(/^[a-z0-9]{6,20}$/), z.literal('')]).default(''),
  /** Id of the social network's pixel; '' for none. */
  socialPixelId: z.union([z.string().regex(/^\d{10,20}$/), z.literal('')]).default(''),
  adBanner: adContent,
  adContent: adContent,
  adDialog: adContent,
  /** Leaves visitors whose browser sends Sec-GPC out of analytics. */
  honourPrivacySignal: z.boolean().default(true),
  /** Path of an MMDB file with countries by address; '' for the bundled one, which is older. */
  countryDatabase: z.string().trim().max(500).default(''),

  // API
  /** Enabled sources in the order of use; empty until an operator chooses. */
  extractionSources: z
    .array(z.enum(LIVE_SOURCE_NAMES))
    .refine((names) => new Set(names).size === names.length)
    .default([]),
  /** Platforms whose posts visitors can save. */
  platforms: z
    .array(z.enum(PLATFORMS))
    .refine((names) => new Set(names).size === names.length)
    .default(['tiktok', 'x', 'bluesky', 'pinterest']),
  /** True on a site of an earlier version until an operator has said which platforms it offers. */
  platformsUndecided: z.boolean().default(false),
  /** Platforms whose sensitive posts are saved too, with their covers blurred. */
  sensitivePlatforms: z.array(z.enum(PLATFORMS)).default([]),
  /** Tests sources without a recent look-up now and then. */
  canary: z.boolean().default(true),
  /** Posts for testing sources; the second is used if the first is gone. */
  canaryLinks: z
    .array(z.string().refine(isLinkWithId))
    .min(1)
    .max(2)
    .default([...canaryLinks]),
  extractionUrl: serviceAddress.default(''),
  /** Used if the first doesn't answer. */
  fallbackExtractionUrl: serviceAddress.default(''),
  extractionRequestsPerSecond: z.number().min(0.1).max(1000).default(0.9),
  apiTimeoutSeconds: z.int().min(5).max(120).default(30),
  mediaHosts: z
    .array(z.string().regex(/^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)+$/))
    .min(1)
    .max(100)
    .default(defaultMediaHosts),
  rateLimitPerMinute: z.int().min(1).max(100_000).default(100),
  /** 0 turns the page for batches off. */
  batchLinks: z.int().min(0).max(50).default(20),
  /** Access to the API for other programs. */
  apiAccess: z.enum(['off', 'token', 'anyone']).default('token'),
  requestLogging: z.boolean().default(true),

  // Security
  /** Inactivity after which a session expires; remembered sign-ins don't expire this way. */
  sessionTimeoutMinutes: z.int().min(1).max(1440).default(60),
  /** bcrypt reads at most 72 bytes, so a longer minimum could not be met. */
  minPasswordLength: z.int().min(8).max(64).default(12),
  requireUppercase: z.boolean().default(true),
  requireNumbers: z.boolean().default(true),
  requireSpecial: z.boolean().default(true),
  twoFactorRequired: z.boolean().default(false),

  // Notifications
  notifyDmcaReport: notify('badge', 'mail'),
  notifyCounterNotice: notify('badge', 'mail'),
  notifyContactMessage: notify('badge', 'mail'),
  notifyExtractionFailing: notify('badge', 'mail'),
  notifyBackupFailed: notify('badge', 'mail'),
  notifyDiskLow: notify('badge', 'mail'),
  notifySignInFailures: notify('badge'),
  /** Email addresses of the operators who get last week's figures each Monday. */
  weeklyReport: z.array(EmailAddress).max(1000).default([]),

  // Database
  /**
   * Connections to a database server; unused for a file. The minimum is one each for transactions,
   * events and reads, so that none of them waits for the others.
   */
  databasePoolSize: z.int().min(3).max(100).default(10),
  retentionDays: z.int().min(1).max(3650).default(90),
  automaticBackup: z.boolean().default(true),
  /** In the site's time zone. */
  backupTime: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .default('03:30'),
  backupsKept: z.int().min(1).max(365).default(7),

  // Email
  /** The mail server; '' turns mails off. */
  smtpHost: z.union([hostName, z.literal('')]).default(''),
  smtpPort: z.int().min(1).max(65_535).default(587),
  smtpUser: z.string().overwrite(trimUnseen).max(254).default(''),
  smtpPassword: z.string().max(500).default(''),
  smtpEncryption: z.enum(['TLS', 'SSL', 'None']).default('TLS'),
  /** The sender of all mails; '' for the contact address. */
  mailFrom: MaybeEmail.default(''),
  mailNotifications: z.boolean().default(true),

  // Performance
  cacheMinutes: z.int().min(0).max(10_080).default(60),
  /** Caches rendered public pages in memory until their content changes. */
  responseCaching: z.boolean().default(true),
  compression: z.boolean().default(true),
  /** Wait before a download, with or without JavaScript; 0 starts it right away. */
  countdownSeconds: z.int().min(0).max(30).default(8),
  /** Visitors wait once per post or once per format. */
  countdownPer: z.enum(['post', 'format']).default('post'),
  maxConcurrentDownloads: z.int().min(1).max(10_000).default(100),
  mp3Rate: z.enum(mp3Rates).default('192'),
  fileNames: z.enum(fileNameStyles).default('brand_timestamp'),
  /** For the style `pattern`. */
  fileNamePattern: z
    .string()
    .trim()
    .max(100)
    .refine(isFileNamePattern)
    .default('{creator} - {title} [{id}]'),
  /** Writes title, creator, link and date into sound files. */
  tagSounds: z.boolean().default(true),
  /** The same in MP4s, which then aren't the source's bytes. */
  tagVideos: z.boolean().default(false),
  downloadTimeoutSeconds: z.int().min(5).max(600).default(30),

  // Dashboard
  /** Lists the setup steps on the dashboard until all are done. */
  setupChecklist: z.boolean().default(true),

  // System page
  /** The bearer token for /metrics; '' turns metrics off. */
  metricsToken: z.string().max(200).default(''),
})

export type Settings = z.infer<typeof SettingsSchema>
export type SettingName = keyof Settings

/** Settings that are stored encrypted and never shown again. */
export const secretSettings: ReadonlySet<SettingName> = new Set(['smtpPassword', 'metricsToken'])

/** Lists are saved in lower case, which would break the code of a short link. */
function isLinkWithId(link: string): boolean {
  const parsed = parsePostLink(link)
  return parsed.ok && parsed.ref.kind === 'post'
}
