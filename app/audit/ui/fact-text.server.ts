import { templateNames } from '#app/backlinks/template-names.ts'
import { reportNumber } from '#app/dmca/report.ts'
import { sourceTitles } from '#app/download/extraction/source-titles.ts'
import { platformTitles } from '#app/download/platforms/platform-key.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { formatBytes } from '#app/i18n/format.ts'
import { settingChoices } from '#app/settings/setting-choices.ts'
import { settingTitle } from '#app/settings/setting-names.ts'
import { webhookEvents } from '#app/webhooks/events.ts'

/** Titles of fields whose own names wouldn't explain them. */
const titles = new Map([
  ['bytes', 'Size'],
  ['secondStep', 'Two-factor'],
  ['blocked', 'Locked out'],
  ['because', 'Reason'],
  ['nextAction', 'Next step'],
  ['statusCode', 'HTTP status'],
  ['domainAuthority', 'Authority'],
  ['templateId', 'Template'],
  ['report', 'DMCA report'],
  ['noted', 'Acknowledged'],
  ['known', 'Already listed'],
  ['lifted', 'Blocks lifted'],
  ['url', 'URL'],
])

/** Returns a field's name in words: `retentionDays` is `Retention`, `anchorText` `Anchor text`. */
export function factTitle(name: string): string {
  const known = titles.get(name) ?? settingTitle(name)
  if (known !== null) return known
  // No lookbehind: Safari 16.0 could not load the file.
  const spaced = name
    .replaceAll(/([a-z0-9])([A-Z])/g, (_, before, letter) => `${before} ${letter.toLowerCase()}`)
    .replaceAll(/_(?=.)/g, ' ')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

/** Fields whose values are codes. */
const coded = new Set(['kind', 'status', 'state', 'outcome', 'role', 'section', 'dimension'])

const units: readonly [name: RegExp, one: string, many: string][] = [
  [/PerSecond$/, 'per second', 'per second'],
  [/PerMinute$/, 'per minute', 'per minute'],
  [/Seconds$/, 'second', 'seconds'],
  [/Minutes$/, 'minute', 'minutes'],
  [/Days$/, 'day', 'days'],
]

/** Fields whose values are numbers of records. */
const numbered = new Set(['campaign', 'backlink', 'counterNotice', 'original'])

/** Names of a field's values, by the field's name. */
const valueNames = new Map(
  Object.entries({
    ...settingChoices,
    templateId: templateNames,
    extractionSources: sourceTitles,
    platforms: platformTitles,
    sensitivePlatforms: platformTitles,
    events: webhookEvents,
  }).map(([name, names]) => [name, new Map<unknown, string>(Object.entries(names))]),
)

const secondSteps = new Map<unknown, string>([
  ['app', 'Authenticator app'],
  ['recovery', 'Recovery code'],
  ['passkey', 'Passkey'],
  [null, 'Not used'],
])

/** Returns a field's value in words, with its unit. */
export function factText(name: string, value: unknown): string {
  if (name === 'secondStep') return secondSteps.get(value) ?? String(value)
  if (value === null || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'number') return numberText(name, value)
  const nameOf = (one: unknown) => valueNames.get(name)?.get(one)
  if (Array.isArray(value)) {
    return value.map((one) => nameOf(one) ?? String(one)).join(', ') || 'none'
  }
  const text = nameOf(value) ?? String(value)
  const isCode = coded.has(name) || /^[a-z]+(?:_[a-z]+)+$/.test(text)
  return isCode ? wordsOf(text) : text
}

function numberText(name: string, value: number): string {
  if (name === 'report') return reportNumber(value)
  if (numbered.has(name)) return `number ${value}`
  if (name === 'bytes') return formatBytes(value, 'en')
  // Ports and statuses have no thousands separators.
  if (name === 'smtpPort' || name === 'statusCode') return String(value)
  const unit = units.find(([pattern]) => pattern.test(name))
  const amount = Number.isInteger(value) ? figure(value) : String(value)
  if (unit === undefined) return amount
  return `${amount} ${value === 1 ? unit[1] : unit[2]}`
}

function wordsOf(code: string): string {
  const words = code.replaceAll(/[_-]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
