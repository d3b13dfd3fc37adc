/** A mail as a mail program reads it. */
export type ParsedMail = {
  /** Each header field with its name in small letters, unfolded, in order. */
  headers: [name: string, value: string][]
  subject: string
  text: string
  html: string | null
  raw: string
}

/** Reads a mail of one part, or of a text and an HTML part; more is not sent here. */
export function parseMail(raw: string): ParsedMail {
  const { headers, body } = split(raw)
  const boundary = /boundary="?([^";]+)/.exec(fieldOf(headers, 'content-type'))?.[1]
  const parts =
    boundary === undefined
      ? [{ headers, body }]
      : body
          .split(`--${boundary}`)
          .slice(1, -1)
          .map((part) => split(part.replace(/^\r\n/, '').replace(/\r\n$/, '')))
  const find = (type: string) =>
    parts.find((part) => fieldOf(part.headers, 'content-type').startsWith(type))
  const html = find('text/html')
  const plain = find('text/plain')
  return {
    headers,
    subject: words(fieldOf(headers, 'subject')),
    text: plain === undefined ? '' : decode(plain),
    html: html === undefined ? null : decode(html),
    raw,
  }
}

type Part = { headers: [string, string][]; body: string }

function split(raw: string): Part {
  const end = raw.indexOf('\r\n\r\n')
  const head = raw.slice(0, end).replace(/\r\n[ \t]+/g, ' ')
  const headers = head.split('\r\n').map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { headers, body: raw.slice(end + 4) }
}

function fieldOf(headers: [string, string][], name: string): string {
  return headers.find(([key]) => key === name)?.[1] ?? ''
}

function decode({ headers, body }: Part): string {
  const text = body.replace(/\r\n/g, '\n')
  switch (fieldOf(headers, 'content-transfer-encoding')) {
    case 'base64':
      return Buffer.from(text, 'base64').toString('utf8')
    case 'quoted-printable':
      return quoted(text.replace(/=\n/g, ''))
    default:
      return text
  }
}

function quoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** The encoded words of a header field (RFC 2047). */
function words(value: string): string {
  const joined = value.replace(/\?=\s+=\?/g, '?==?')
  return joined.replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
    kind.toLowerCase() === 'b'
      ? Buffer.from(text, 'base64').toString('utf8')
      : quoted(text.replaceAll('_', ' ')),
  )
}
