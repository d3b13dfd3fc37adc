/** Names are in lower case. A repeated header has all its values. */
type AnswerHeaders = Record<string, string | string[] | undefined>

type AnswerEvents = {
  head(status: number, headers: AnswerHeaders): void
  /** A chunk of the body: a view of the input, valid during the call. */
  body(bytes: Buffer): void
}

/** For the status line and the headers, interim answers included, and again for the trailers. */
const MAX_HEAD_BYTES = 16 * 1024
const MAX_HEADERS = 128
const MAX_CHUNK_LINE_BYTES = 256

const STATUS_LINE = /^HTTP\/1\.([01]) ([1-5]\d\d)(?: [\t\x20-\x7e\x80-\xff]*)?$/
const HEADER_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[\t ]*([\t\x20-\x7e\x80-\xff]*)$/
const CHUNK_LINE = /^0*([0-9A-Fa-f]{1,12})(?:[\t ]*;[\t\x20-\x7e\x80-\xff]*)?$/
const LENGTH = /^\d{1,15}$/

/**
 * Parses one HTTP/1.1 answer to a GET. Stricter than browsers: if its end is in any doubt, the
 * answer is `bad`.
 */
export class AnswerParser {
  readonly #events: AnswerEvents
  #reading: 'head' | 'length' | 'close' | 'size' | 'chunk' | 'chunk end' | 'trailers' | 'over' =
    'head'
  #input: Buffer = Buffer.alloc(0)
  #at = 0
  #line = ''
  /** Bytes left for further lines. */
  #lineBytes = MAX_HEAD_BYTES
  #headLines: string[] = []
  /** Bytes left of the body, or of its chunk. */
  #due = 0
  #isBad = false

  constructor(events: AnswerEvents) {
    this.#events = events
  }

  /** Also `bad` if more was fed than belongs to the answer. */
  get state(): 'open' | 'done' | 'bad' {
    if (this.#isBad) return 'bad'
    return this.#reading === 'over' ? 'done' : 'open'
  }

  feed(input: Buffer): void {
    this.#input = input
    this.#at = 0
    while (this.#at < input.length && !this.#isBad) this.#step()
  }

  /** Must be called at the end of the connection. Returns whether the answer is complete. */
  endOfInput(): boolean {
    if (this.#reading === 'close') this.#reading = 'over'
    return this.state === 'done'
  }

  #step(): void {
    switch (this.#reading) {
      case 'over':
        this.#isBad = true
        return
      case 'close':
        this.#pass(this.#input.length)
        return
      case 'length':
        this.#pass(this.#due)
        if (this.#due === 0) this.#reading = 'over'
        return
      case 'chunk':
        this.#pass(this.#due)
        if (this.#due === 0) this.#reading = 'chunk end'
        return
      default: {
        const line = this.#readLine()
        if (line !== null) this.#takeLine(line)
      }
    }
  }

  #pass(most: number): void {
    const bytes = this.#input.subarray(this.#at, this.#at + most)
    this.#at += bytes.length
    this.#due -= bytes.length
    this.#events.body(bytes)
  }

  /** Returns the next line without its line break, or null until all of it has arrived. */
  #readLine(): string | null {
    const end = this.#input.indexOf(0x0a, this.#at) + 1
    const until = end === 0 ? this.#input.length : end
    this.#lineBytes -= until - this.#at
    if (this.#lineBytes < 0) {
      this.#isBad = true
      return null
    }
    this.#line += this.#input.toString('latin1', this.#at, until)
    this.#at = until
    if (end === 0) return null
    const line = this.#line
    this.#line = ''
    if (line.endsWith('\r\n')) return line.slice(0, -2)
    this.#isBad = true
    return null
  }

  #takeLine(line: string): void {
    if (this.#reading === 'head') {
      if (line !== '') this.#headLines.push(line)
      else if (!this.#takeHead(this.#headLines)) this.#isBad = true
    } else if (this.#reading === 'size') {
      const [, size] = CHUNK_LINE.exec(line) ?? []
      this.#due = Number.parseInt(size ?? '', 16)
      if (size === undefined) this.#isBad = true
      else if (this.#due > 0) this.#reading = 'chunk'
      else this.#expectLines('trailers', MAX_HEAD_BYTES)
    } else if (this.#reading === 'chunk end') {
      if (line === '') this.#expectLines('size', MAX_CHUNK_LINE_BYTES)
      else this.#isBad = true
    } else if (line === '') this.#reading = 'over'
    else if (!HEADER_LINE.test(line)) this.#isBad = true
  }

  #expectLines(reading: 'size' | 'trailers', bytes: number): void {
    this.#reading = reading
    // Includes the line break after a chunk.
    this.#lineBytes = bytes + 2
  }

  /** Returns false if the headers leave any doubt. */
  #takeHead([statusLine = '', ...lines]: string[]): boolean {
    this.#headLines = []
    const [, minor, code] = STATUS_LINE.exec(statusLine) ?? []
    const status = Number(code)
    const headers = readHeaders(lines)
    if (code === undefined || headers === null || status === 101) return false
    if (status < 200) return true
    const { 'content-length': length, 'transfer-encoding': coding } = headers
    if (status === 204 || status === 304) this.#reading = 'over'
    else if (coding !== undefined) {
      const isChunked = typeof coding === 'string' && coding.toLowerCase() === 'chunked'
      if (!isChunked || length !== undefined || minor === '0') return false
      this.#expectLines('size', MAX_CHUNK_LINE_BYTES)
    } else if (length !== undefined) {
      const bytes = onlyValue(length)
      if (bytes === null || !LENGTH.test(bytes)) return false
      this.#due = Number(bytes)
      this.#reading = this.#due === 0 ? 'over' : 'length'
    } else this.#reading = 'close'
    this.#events.head(status, headers)
    return true
  }
}

/** Returns a value that can be repeated (RFC 9112 section 6.3). Null if its copies differ. */
function onlyValue(header: string | string[]): string | null {
  const values = [header].flat().join().split(',')
  const [value = '', ...others] = new Set(values.map((text) => text.trim()))
  return others.length === 0 ? value : null
}

function readHeaders(lines: readonly string[]): AnswerHeaders | null {
  if (lines.length > MAX_HEADERS) return null
  const headers: AnswerHeaders = Object.create(null)
  for (const line of lines) {
    const [, name, text = ''] = HEADER_LINE.exec(line) ?? []
    if (name === undefined) return null
    const key = name.toLowerCase()
    const value = text.trimEnd()
    const before = headers[key]
    headers[key] = before === undefined ? value : [before, value].flat()
  }
  return headers
}
