import {
  avoidDevices,
  byteLength,
  cutToBytes,
  fileNameBytes,
  safeText,
  trimEnds,
} from '#app/http/safe-file-name.ts'

import type { FileNameStyle } from './file-name-style.ts'

const presets: Record<Exclude<FileNameStyle, 'pattern'>, string> = {
  brand_timestamp: '{brand}_{timestamp}',
  creator_title: '{creator} - {title}',
  creator_id_date: '{creator}_{id}_{date}',
}

/** Fields of an operator's pattern, where they are in braces. */
export const patternFields = ['brand', 'creator', 'title', 'id', 'date', 'time', 'quality'] as const

export type FileNameFacts = Record<(typeof patternFields)[number] | 'timestamp', string>

/** Left for the extension behind a stem, and for a letter in front of a device's name. */
const reservedBytes = 9
const creatorBytes = 60
/** A title's share if everything else is too long already. */
const leastTitleBytes = 40

/** True for a text with at least one field, and otherwise only characters that names can have. */
export function isFileNamePattern(text: string): boolean {
  const around = text.replaceAll(new RegExp(`\\{(?:${patternFields.join('|')})\\}`, 'g'), '')
  return around !== text && !/[{}]/.test(around) && safeText(around) === around
}

/** Returns a site's name in file names: Latin letters, digits and hyphens. */
export function brandOf(siteName: string): string {
  const plain = siteName.normalize('NFKD').toLowerCase()
  const brand = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
  return brand === '' ? 'clip' : brand
}

/** Returns a style's pattern; `own` is the site's, for every other text too. */
export function patternOf(style: string, own: string): string {
  return Object.entries(presets).find(([name]) => name === style)?.[1] ?? own
}

/**
 * Returns a file's name without its extension, for which it leaves 8 of the 200 bytes: a pattern,
 * filled in and made safe, and `suffix`, which must be safe and is never cut off. `most` are the
 * bytes of both. A field without a value is left out with its separator. The title is cut first,
 * and never within a character as readers see it. An empty name becomes the post's id.
 */
export function stemOf(
  pattern: string,
  facts: FileNameFacts,
  { suffix = '', most = fileNameBytes }: { suffix?: string; most?: number } = {},
): string {
  const room = Math.min(most, fileNameBytes - reservedBytes) - byteLength(suffix)
  const texts = { ...facts }
  for (const field of [...patternFields, 'timestamp'] as const) {
    const words = safeText(facts[field].replace(/\s+/g, ' '))
    texts[field] = trimEnds(words.replace(/ +/g, ' '))
  }
  texts.creator = trimEnds(cutToBytes(texts.creator, creatorBytes))
  const untitled = byteLength(fillIn(pattern, { ...texts, title: texts.title === '' ? '' : '_' }))
  const titleBytes = Math.max(room - untitled + 1, leastTitleBytes)
  texts.title = trimEnds(cutToBytes(texts.title, titleBytes))
  const name = trimEnds(cutToBytes(trimEnds(fillIn(pattern, texts)), room))
  return avoidDevices(`${name || texts.id || 'file'}${suffix}`)
}

function fillIn(pattern: string, texts: FileNameFacts): string {
  // Fields have odd indexes, what is between them has even ones.
  const parts = pattern.split(/\{(\w+)\}/)
  let name = ''
  let before = parts[0] ?? ''
  for (let index = 1; index < parts.length; index += 2) {
    const text = textOf(parts[index], texts)
    let after = parts[index + 1] ?? ''
    if (text !== '') {
      name += before + text
      before = after
      continue
    }
    if (/[([]$/.test(before) && /^[)\]]/.test(after)) {
      before = before.slice(0, -1)
      after = after.slice(1)
    }
    // The separator in front goes with the field, for the first field the one behind it. A bracket
    // that closes belongs to the field before.
    if (name !== '') before = (/^[)\]]*/.exec(before)?.[0] ?? '') + after
  }
  return name + before
}

function textOf(field: string | undefined, texts: FileNameFacts): string {
  const known = Object.entries(texts).find(([name]) => name === field)
  return known?.[1] ?? ''
}
