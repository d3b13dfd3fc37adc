import { Token, Tokenizer, TokenizerMode } from 'parse5'
import { bareHost } from '#app/outbound/bare-host.ts'

/** A matching link: its text with white space collapsed, and its `rel`. */
type PageLink = { anchor: string; rel: string }

const longestAnchor = 300
const longestRel = 100
const pieceLength = 64 * 1024

/** Elements whose content is text up to their end tag, per the HTML standard. */
const textModes: Readonly<Record<string, Tokenizer['state']>> = {
  title: TokenizerMode.RCDATA,
  textarea: TokenizerMode.RCDATA,
  style: TokenizerMode.RAWTEXT,
  xmp: TokenizerMode.RAWTEXT,
  iframe: TokenizerMode.RAWTEXT,
  noembed: TokenizerMode.RAWTEXT,
  noframes: TokenizerMode.RAWTEXT,
  script: TokenizerMode.SCRIPT_DATA,
  plaintext: TokenizerMode.PLAINTEXT,
}

/**
 * Finds a page's link to `host` (as in a URL, with or without `www.`). Prefers the first link
 * without nofollow, ugc or sponsored; returns null if there is no link at all. Ignores links that a
 * browser wouldn't show: in comments, scripts, text-only elements and templates.
 *
 * Reads tokens without building a tree: endlessly nested hostile pages would take minutes.
 */
export async function findLink(
  html: string,
  pageUrl: string,
  host: string,
): Promise<PageLink | null> {
  const reader = new LinkReader(pageUrl, bareHost(host))
  const tokenizer = new Tokenizer({}, reader)
  reader.tokenizer = tokenizer
  for (let at = 0; at < html.length && !reader.done; at += pieceLength) {
    const end = at + pieceLength
    tokenizer.write(html.slice(at, end), end >= html.length)
    // Yields to other work between two chunks.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return reader.best()
}

class LinkReader {
  tokenizer: Tokenizer | null = null
  readonly #host: string
  #base: URL | null
  #hasBase = false
  #templates = 0
  #open: PageLink | null = null
  #followed: PageLink | null = null
  #first: PageLink | null = null

  constructor(pageUrl: string, host: string) {
    this.#host = host
    this.#base = URL.canParse(pageUrl) ? new URL(pageUrl) : null
  }

  get done(): boolean {
    return this.#followed !== null && this.#open === null
  }

  best(): PageLink | null {
    this.#close()
    return this.#followed ?? this.#first
  }

  onStartTag(token: Token.TagToken): void {
    const { tagName } = token
    const mode = textModes[tagName]
    if (mode !== undefined && this.tokenizer !== null) this.tokenizer.state = mode
    if (tagName === 'template') this.#templates += 1
    if (this.#templates > 0) return
    if (tagName === 'base') this.#setBase(token)
    else if (tagName === 'a' || tagName === 'area') this.#begin(token)
    // An image inside a link adds its alt text.
    else if (tagName === 'img') this.#say(` ${Token.getTokenAttr(token, 'alt') ?? ''} `)
    else this.#say(' ')
  }

  onEndTag({ tagName }: Token.TagToken): void {
    if (tagName === 'template') this.#templates = Math.max(0, this.#templates - 1)
    else if (tagName === 'a') this.#close()
    else this.#say(' ')
  }

  onCharacter({ chars }: Token.CharacterToken): void {
    this.#say(chars)
  }

  onWhitespaceCharacter(): void {
    this.#say(' ')
  }

  onNullCharacter(): void {}
  onComment(): void {}
  onDoctype(): void {}
  onEof(): void {}

  /** Only the first `base` with an address counts. */
  #setBase(token: Token.TagToken): void {
    const href = Token.getTokenAttr(token, 'href')
    if (this.#hasBase || href === null) return
    this.#hasBase = true
    const url = this.#resolve(href)
    if (url !== null) this.#base = url
  }

  #begin(token: Token.TagToken): void {
    // A link inside a link ends the outer one.
    this.#close()
    const url = this.#resolve(Token.getTokenAttr(token, 'href'))
    if (url === null || !/^https?:$/.test(url.protocol) || bareHost(url.host) !== this.#host) return
    const rel = (Token.getTokenAttr(token, 'rel') ?? '').toLowerCase().trim().replace(/\s+/g, ' ')
    const anchor = token.tagName === 'area' ? (Token.getTokenAttr(token, 'alt') ?? '') : ''
    this.#open = { anchor, rel: rel.slice(0, longestRel).toWellFormed() }
    if (token.tagName === 'area') this.#close()
  }

  #say(text: string): void {
    if (this.#open === null || this.#open.anchor.length > 4 * longestAnchor) return
    this.#open.anchor += text.slice(0, longestAnchor)
  }

  #close(): void {
    if (this.#open === null) return
    const { anchor, rel } = this.#open
    const text = anchor.replace(/\s+/g, ' ').trim()
    const link = { anchor: text.slice(0, longestAnchor).toWellFormed(), rel }
    this.#open = null
    this.#first ??= link
    if (!rel.split(' ').some((word) => unfollowed.has(word))) this.#followed ??= link
  }

  #resolve(href: string | null): URL | null {
    if (href === null || href.length > 4096) return null
    const base = this.#base ?? undefined
    return URL.canParse(href, base) ? new URL(href, base) : null
  }
}

const unfollowed = new Set(['nofollow', 'ugc', 'sponsored'])
