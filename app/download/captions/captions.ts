import type { CaptionType } from '#app/posts/save-format.ts'

/** `lines` are plain text without control characters, never empty. Times are in milliseconds. */
export type Cue = { fromMs: number; toMs: number; lines: string[] }

const mostCues = 20_000
const mostLines = 20
const longestLine = 500
const timePattern = /^(?:(\d{2,4}):)?([0-5]\d):([0-5]\d)\.(\d{3})$/

/**
 * Reads the cues of a WebVTT file, sorted by their start. Markup, styles and notes are left out,
 * and cues with invalid times too. Null for anything else than WebVTT.
 */
export function readWebvtt(text: string): Cue[] | null {
  const [first = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r\n|[\r\n]/)
  if (!/^WEBVTT(?:[ \t]|$)/.test(first)) return null
  const cues: Cue[] = []
  for (let at = 0; at < lines.length && cues.length < mostCues; at += 1) {
    const times = cueTimes(lines[at] ?? '')
    if (times === null) continue
    const texts: string[] = []
    // A cue ends at an empty line. One that isn't there must not swallow the next cue.
    while (at + 1 < lines.length && lines[at + 1] !== '' && !lines[at + 1]?.includes('-->')) {
      at += 1
      texts.push(lines[at] ?? '')
    }
    const shown = plainText(texts.join('\n'))
    if (shown.length > 0) cues.push({ ...times, lines: shown })
  }
  return cues.sort((a, b) => a.fromMs - b.fromMs)
}

function cueTimes(line: string): Pick<Cue, 'fromMs' | 'toMs'> | null {
  const [from = '', arrow, to = ''] = line.trim().split(/[ \t]+/, 3)
  if (arrow !== '-->') return null
  const fromMs = milliseconds(from)
  const toMs = milliseconds(to)
  return fromMs === null || toMs === null || toMs <= fromMs ? null : { fromMs, toMs }
}

function milliseconds(time: string): number | null {
  const [, hours = '0', minutes, seconds, rest] = timePattern.exec(time) ?? []
  if (rest === undefined) return null
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(rest)
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: '\u00A0',
  lrm: '\u200E',
  rlm: '\u200F',
}

function plainText(text: string): string[] {
  return text
    .replace(/<[^<>]*>/g, '')
    .replace(/&(\w{2,4});/g, (entity, name: string) => entities[name] ?? entity)
    .split('\n')
    .map((line) =>
      line
        .replace(/[\t\u2028\u2029]/g, ' ')
        .replace(/[\p{Cc}\uFEFF]/gu, '')
        .trim()
        .slice(0, longestLine)
        .toWellFormed(),
    )
    .filter((line) => line !== '')
    .slice(0, mostLines)
}

/** Writes cues as a file: SRT, or WebVTT without styles. */
export function writeCaptions(cues: readonly Cue[], type: CaptionType): string {
  return type === 'srt'
    ? cues.map((cue, index) => `${index + 1}\n${block(cue, ',', srtText)}`).join('\n')
    : `WEBVTT\n\n${cues.map((cue) => block(cue, '.', webvttText)).join('\n')}`
}

function block(
  { fromMs, toMs, lines }: Cue,
  mark: ',' | '.',
  written: (line: string) => string,
): string {
  return `${time(fromMs, mark)} --> ${time(toMs, mark)}\n${lines.map(written).join('\n')}\n`
}

function time(ms: number, mark: ',' | '.'): string {
  const part = (count: number, digits = 2) => String(count).padStart(digits, '0')
  const seconds = Math.floor(ms / 1000)
  const minutes = Math.floor(seconds / 60)
  const clock = [Math.floor(minutes / 60), minutes % 60, seconds % 60].map((one) => part(one))
  return clock.join(':') + mark + part(ms % 1000, 3)
}

function webvttText(line: string): string {
  return line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** SRT can't escape, and players read what looks like a tag or a time as one. */
function srtText(line: string): string {
  return line
    .replaceAll('-->', '→')
    .replace(/<(?=[a-z/!?])/gi, '‹')
    .replace(/\{(?=\\)/g, '(')
}
