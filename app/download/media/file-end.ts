import { type MediaKind, SNIFF_BYTES, sniffMedia } from './media-type.ts'

/** What a walk over a file waits for: that many bytes, handed over or not, or all up to one byte. */
type Step =
  | { take: number; mayEnd?: boolean }
  | { skip: number }
  /** Hands over nothing; this byte is read past. */
  | { past: number }

/** Returns at the file's end: true when it was reached, false when the walk has lost its way. */
type Walk = Generator<Step, boolean, Uint8Array>

const WALKS: Partial<Record<MediaKind, () => Walk>> = {
  mp4: () => walkBoxes('moov'),
  m4a: () => walkBoxes('moov'),
  heic: () => walkBoxes('meta'),
  avif: () => walkBoxes('meta'),
  jpeg: walkJpeg,
  png: walkPng,
  webp: walkWebp,
  mp3: walkMp3,
}

/**
 * Tells whether a file that came without a length is whole, as its bytes pass: by its own structure,
 * or by a size that is known from elsewhere. Keeps a few bytes at most.
 */
export class FileEnd {
  readonly #knownBytes: number | null
  #received = 0
  #walk: Walk | null = null
  #step: Step = { take: SNIFF_BYTES }
  /** Bytes that the step has so far, or that it has skipped. */
  #got = 0
  #taken = new Uint8Array(SNIFF_BYTES)
  #state: 'sniffing' | 'walking' | 'at its end' | 'lost' = 'sniffing'

  constructor(knownBytes: number | null) {
    this.#knownBytes = knownBytes
  }

  /** False when neither the structure of such a file nor a known size tells where it ends. */
  canTell(kind: MediaKind): boolean {
    return this.#knownBytes !== null || WALKS[kind] !== undefined
  }

  feed(bytes: Uint8Array): void {
    this.#received += bytes.length
    if (this.#state === 'sniffing') {
      const head = bytes.subarray(0, SNIFF_BYTES - this.#got)
      this.#taken.set(head, this.#got)
      this.#got += head.length
      if (this.#got < SNIFF_BYTES) return
      this.#sniff(this.#taken)
      this.#advance(bytes.subarray(head.length))
    } else this.#advance(bytes)
  }

  /** Nothing more comes: returns whether the file is whole. To be called once. */
  end(): boolean {
    if (this.#received === this.#knownBytes) return true
    if (this.#state === 'sniffing') this.#sniff(this.#taken.subarray(0, this.#got))
    const mayEnd = 'take' in this.#step && this.#step.mayEnd === true && this.#got === 0
    return this.#state === 'at its end' || (this.#state === 'walking' && mayEnd)
  }

  #sniff(head: Uint8Array): void {
    const kind = sniffMedia(head)
    this.#walk = (kind === null ? undefined : WALKS[kind])?.() ?? null
    this.#state = this.#walk === null ? 'lost' : 'walking'
    this.#next(new Uint8Array())
    this.#advance(head)
  }

  #advance(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length && this.#state === 'walking'; ) {
      at += this.#use(bytes.subarray(at))
    }
  }

  /** Gives the step what it can use of `bytes`, at least one; returns how many that was. */
  #use(bytes: Uint8Array): number {
    const step = this.#step
    if ('past' in step) {
      const found = bytes.indexOf(step.past)
      if (found < 0) return bytes.length
      this.#next(new Uint8Array())
      return found + 1
    }
    const wanted = 'take' in step ? step.take : step.skip
    const used = Math.min(wanted - this.#got, bytes.length)
    if ('take' in step) this.#taken.set(bytes.subarray(0, used), this.#got)
    this.#got += used
    if (this.#got === wanted) this.#next('take' in step ? this.#taken : new Uint8Array())
    return used
  }

  /** Goes on to the next step that wants any bytes. */
  #next(taken: Uint8Array): void {
    this.#got = 0
    let given = taken
    while (this.#walk !== null && this.#state === 'walking') {
      const { done, value } = this.#walk.next(given)
      if (done) {
        this.#state = value ? 'at its end' : 'lost'
        return
      }
      this.#step = value
      if ('take' in value) this.#taken = new Uint8Array(value.take)
      const isEmpty = ('take' in value && value.take === 0) || ('skip' in value && value.skip === 0)
      if (!isEmpty) return
      given = new Uint8Array()
    }
  }
}

/**
 * ISO base media: boxes with their sizes. Whole after any box once index and data were there; what
 * is in fragments has no count of them, so that only its closing index box tells.
 */
function* walkBoxes(index: 'moov' | 'meta'): Walk {
  const seen = new Set<string>()
  let last = ''
  for (;;) {
    const hasAll = seen.has(index) && seen.has('mdat')
    const head = yield { take: 8, mayEnd: hasAll && (!seen.has('moof') || last === 'mfra') }
    const view = new DataView(head.buffer)
    last = latin1(head, 4)
    if (!/^[\x20-\x7e\xa9]{4}$/.test(last)) return false
    let size = view.getUint32(0)
    let headBytes = 8
    if (size === 1) {
      const large = yield { take: 8 }
      size = Number(new DataView(large.buffer).getBigUint64(0))
      headBytes = 16
    }
    // 0 means up to the end, wherever that is.
    if (size < headBytes || !Number.isSafeInteger(size)) return false
    yield { skip: size - headBytes }
    seen.add(last)
  }
}

/** Segments with their lengths, scans without, and an end marker. */
function* walkJpeg(): Walk {
  yield { take: 2 }
  for (;;) {
    yield { past: 0xff }
    let marker = (yield { take: 1 })[0] ?? 0
    while (marker === 0xff) marker = (yield { take: 1 })[0] ?? 0
    if (marker === 0xd9) return true
    // An escaped byte of a scan, a restart and a start marker have no length.
    if (marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd8)) continue
    const [high = 0, low = 0] = yield { take: 2 }
    const length = high * 256 + low
    if (length < 2) return false
    yield { skip: length - 2 }
  }
}

function* walkPng(): Walk {
  yield { skip: 8 }
  for (;;) {
    const head = yield { take: 8 }
    yield { skip: new DataView(head.buffer).getUint32(0) + 4 }
    if (latin1(head, 4) === 'IEND') return true
  }
}

/** RIFF says its size first, and fills up to an even one. */
function* walkWebp(): Walk {
  const head = yield { take: 8 }
  const size = new DataView(head.buffer).getUint32(4, true)
  yield { skip: size + (size % 2) }
  return true
}

/** Only a first frame with a count of bytes (Xing, Info or VBRI) tells where the sound ends. */
function* walkMp3(): Walk {
  let head = yield { take: 4 }
  if (latin1(head, 0, 3) === 'ID3') {
    const [, flags = 0, ...digits] = yield { take: 6 }
    const size = digits.reduce((sum, digit) => sum * 128 + digit, 0)
    yield { skip: size + ((flags & 0x10) === 0 ? 0 : 10) }
    head = yield { take: 4 }
  }
  const [sync = 0, version = 0, , mode = 0] = head
  if (sync !== 0xff || (version & 0xe0) !== 0xe0) return false
  const isMpeg1 = (version & 0x18) === 0x18
  const isMono = (mode & 0xc0) === 0xc0
  const side = isMpeg1 ? (isMono ? 17 : 32) : isMono ? 9 : 17
  const hasChecksum = (version & 1) === 0
  const info = yield { take: 64 }
  const at = side + (hasChecksum ? 2 : 0)
  const view = new DataView(info.buffer)
  const name = latin1(info, at, at + 4)
  let bytes = 0
  if (name === 'Xing' || name === 'Info') {
    const flags = view.getUint32(at + 4)
    if ((flags & 2) !== 0) bytes = view.getUint32(at + ((flags & 1) === 0 ? 8 : 12))
  } else if (latin1(info, 32, 36) === 'VBRI') bytes = view.getUint32(42)
  if (bytes < 68) return false
  yield { skip: bytes - 68 }
  return true
}

function latin1(bytes: Uint8Array, start: number, end = bytes.length): string {
  return String.fromCharCode(...bytes.subarray(start, end))
}
