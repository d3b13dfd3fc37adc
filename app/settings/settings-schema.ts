import { z } from 'zod'
import { languages } from '#app/i18n/languages.ts'
import { LIVE_SOURCE_NAMES } from '#app/posts/extracted-post.server.ts'
import { parsePostLink } from '#app/posts/post-link.ts'
import { canaryLinks } from './canary-links.ts'

/** Suffixes of the hosts that media may come from, matched on a label boundary. */
const defaultMediaHosts = [
  'tiktokcdn.com',
  'tiktokcdn-us.com',
  'tiktokcdn-eu.com',
  'tiktokv.com',
  'byteoversea.com',
  'muscdn.com',
  'akamaized.net',
]

/** The zones that operators choose from, by the names they know. */
export const timeZones = {
  UTC: 'UTC',
  EST: 'America/New_York',
  CST: 'America/Chicago',
  MST: 'America/Denver',
  PST: 'America/Los_Angeles',
} as const

export type TimeZoneName = keyof typeof timeZones

/** How operators hear of an event: a mark at the bell, a mail to every operator. */
export const channels = ['badge', 'mail'] as const

/** HTML of one advertisement, shown in a sandboxed frame; three of them fit into one form. */
const adContent = z.string().trim().max(5_000).default('')
const heard = (...usual: (typeof channels)[number][]) => z.array(z.enum(channels)).default(usual)
const serviceAddress = z.union([z.url({ protocol: /^https?$/ }).max(500), z.literal('')])
const hostName = z.string().regex(/^[a-zA-Z0-9.:-]+$/)

/** Every setting with its bounds and its default; the unit is part of the name. */
export const SettingsSchema = z.object({
  // General
  siteName: z.string().trim().min(1).max(60).default('Cleanclip'),
  contactAddress: z.union([z.email().max(254), z.literal('')]).default(''),
  defaultLanguage: z.enum(languages).default('en'),
  timeZone: z.enum(Object.keys(timeZones) as [TimeZoneName, ...TimeZoneName[]]).default('UTC'),
  maintenanceMode: z.boolean().default(false),
  /** What visitors read meanwhile; '' for the site's own words. */
  maintenanceText: z.string().trim().max(500).default(''),
  /** Measurement id of the search engine's analytics tag; '' for none. */
  analyticsTagId: z.union([z.string().regex(/^G-[A-Z0-9]{4,20}$/), z.literal('')]).default(''),
  /** Project id of the heatmap service; '' for none. */
  heatmapId: z.union([z.string().regex(/^[a-z0-9]{6,20}$/), z.literal('')]).default(''),
  /** Id of the social network's pixel; '' for none. */
  socialPixelId: z.union([z.string().regex(/^\d{10,20}$/), z.literal('')]).default(''),
  adBanner: adContent,
  adContent: adContent,
  adDialog: adContent,
  /** Whether visitors whose browser sends Sec-GPC are left out of the figures. */
  honourPrivacySignal: z.boolean().default(true),
  /** An MMDB file that tells countries by addresses, newer than the bundled one; '' for that. */
  countryDatabase: z.string().trim().max(500).default(''),

  // API
  /** The sources that are on, in the order they're asked; empty while no operator has chosen. */
  extractionSources: z
    .array(z.enum(LIVE_SOURCE_NAMES))
    .refine((names) => new Set(names).size === names.length)
    .default([]),
  /** Whether sources without a recent look-up are tried out now and then. */
  canary: z.boolean().default(true),
  /** The posts that sources are tried out with; the second is for when the first is gone. */
  canaryLinks: z
    .array(z.string().refine(isLinkWithId))
    .min(1)
    .max(2)
    .default([...canaryLinks]),
  extractionUrl: serviceAddress.default(''),
  /** Asked when the first does not answer. */
  fallbackExtractionUrl: serviceAddress.default(''),
  extractionRequestsPerSecond: z.number().min(0.1).max(1000).default(0.9),
  apiTimeoutSeconds: z.int().min(5).max(120).default(30),
  mediaHosts: z
    .array(z.string().regex(/^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)+$/))
    .min(1)
    .max(100)
    .default(defaultMediaHosts),
  rateLimitPerMinute: z.int().min(1).max(100_000).default(100),
  /** Links that a visitor may look up at once; 0 turns the page for it off. */
  batchLinks: z.int().min(0).max(50).default(20),
  requestLogging: z.boolean().default(true),

  // Security
  /** How long a sign-in lasts without a request; those to be remembered last without one. */
  sessionTimeoutMinutes: z.int().min(1).max(1440).default(60),
  /** bcrypt reads 72 bytes at most, so a longer minimum could not be met. */
  minPasswordLength: z.int().min(8).max(64).default(12),
  requireUppercase: z.boolean().default(true),
  requireNumbers: z.boolean().default(true),
  requireSpecial: z.boolean().default(true),
  /** Whether every operator has to sign in with a second step. */
  twoFactorRequired: z.boolean().default(false),

  // Notifications
  notifyDmcaReport: heard('badge', 'mail'),
  notifyCounterNotice: heard('badge', 'mail'),
  notifyContactMessage: heard('badge', 'mail'),
  notifyExtractionFailing: heard('badge', 'mail'),
  notifyBackupFailed: heard('badge', 'mail'),
  notifyDiskLow: heard('badge', 'mail'),
  notifySignInFailures: heard('badge'),
  /** The operators who get last week's figures each Monday, by their email addresses. */
  weeklyReport: z.array(z.email().max(254)).max(1000).default([]),

  // Database
  /**
   * Connections to a database server; one file needs none. There is one at least for transactions,
   * one for events and one for reads, so that none of them waits for the others.
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
  /** The mail server; mails are off while it is empty. */
  smtpHost: z.union([hostName.max(253), z.literal('')]).default(''),
  smtpPort: z.int().min(1).max(65_535).default(587),
  smtpUser: z.string().trim().max(254).default(''),
  smtpPassword: z.string().max(500).default(''),
  smtpEncryption: z.enum(['TLS', 'SSL', 'None']).default('TLS'),
  /** The sender of all mails; '' for the contact address. */
  mailFrom: z.union([z.email().max(254), z.literal('')]).default(''),
  /** Whether operators get mails about events at all. */
  mailNotifications: z.boolean().default(true),

  // Performance
  cacheMinutes: z.int().min(0).max(10_080).default(60),
  /** Whether rendered public pages are kept in memory until something they show changes. */
  responseCaching: z.boolean().default(true),
  compression: z.boolean().default(true),
  /** What visitors wait before a file, with or without JavaScript; 0 starts it at once. */
  countdownSeconds: z.int().min(0).max(30).default(8),
  maxConcurrentDownloads: z.int().min(1).max(10_000).default(100),
  downloadTimeoutSeconds: z.int().min(5).max(600).default(30),

  // Dashboard
  /** Whether the steps of setting the site up are listed there until all are done. */
  setupChecklist: z.boolean().default(true),

  // System page
  /** The bearer token of /metrics; '' while there are none. */
  metricsToken: z.string().max(200).default(''),
})

export type Settings = z.infer<typeof SettingsSchema>
export type SettingName = keyof Settings

/** What is stored encrypted, and never shown again. */
export const secretSettings: ReadonlySet<SettingName> = new Set(['smtpPassword', 'metricsToken'])

/** Lists of settings are kept in lower case, which would break the code of a short link. */
function isLinkWithId(link: string): boolean {
  const parsed = parsePostLink(link)
  return parsed.ok && parsed.ref.kind === 'post'
}
