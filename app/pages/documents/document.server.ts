import { watch } from 'node:fs'
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import { codeOf } from '#app/environment/error-code.ts'
import type { Language } from '#app/i18n/catalogue.ts'
import { languages } from '#app/i18n/languages.ts'
import { log } from '#app/observe/log.server.ts'
import type { Meta } from '#app/ui/site/head/seo.tsx'
import {
  type ContentPiece,
  type Heading,
  type ParsedDocument,
  parseDocument,
  withLinks,
} from './document.ts'

export type { SlotName } from './document.ts'
export { metaContent } from './document.ts'

export type Fragment = {
  title: string
  metas: Meta[]
  /** The content of the document's `page-content` element, split at components. */
  html: ContentPiece[]
  /** Its sections. Empty if it has few. */
  headings: Heading[]
  /** The language that the document is written in: English where there is no translation. */
  language: Language
  /** The file's modification time, unix ms. */
  modifiedAt: number
  words: number
}

export type ReadDocument =
  | { ok: true; document: Fragment }
  | { ok: false; reason: 'missing' | 'no_content' }

export type DocumentSource = { bytes: Uint8Array<ArrayBuffer>; modifiedAt: number }

/** Only lower-case words joined by hyphens, at most two folders deep, against path traversal. */
const namePattern = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\/[a-z0-9]+(?:-[a-z0-9]+)*){0,2}$/
const maxNameLength = 200
const maxBytes = 1024 * 1024
const maxListed = 500
const maxCached = 300

const absent = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'])

type Found = { file: string; modifiedAt: number; version: string }
type Cached = { version: string; parsed: ParsedDocument | null }

/**
 * Reads a folder's documents: `help` is `help.html`, its Spanish version `es/help.html`. Files may
 * change at any time. Invalid names, files that are too large and links out of the folder count as
 * missing.
 */
export function createFragmentReader(folder: string) {
  const cache = new LRUCache<string, Cached>({ max: maxCached })

  async function find(name: string): Promise<Found | null> {
    if (name.length > maxNameLength || !namePattern.test(name)) return null
    try {
      const root = await realpath(folder)
      const file = await realpath(path.join(root, `${name}.html`))
      if (!file.startsWith(root + path.sep)) return null
      const stats = await stat(file)
      if (!stats.isFile() || stats.size > maxBytes) return null
      const { mtimeMs, size, ino } = stats
      return { file, modifiedAt: Math.round(mtimeMs), version: `${mtimeMs}-${size}-${ino}` }
    } catch (error) {
      if (isAbsence(error)) return null
      throw error
    }
  }

  async function parsed(name: string, found: Found): Promise<ParsedDocument | null> {
    const kept = cache.get(name)
    const entry =
      kept?.version === found.version
        ? kept
        : { version: found.version, parsed: parseDocument(await readFile(found.file, 'utf8')) }
    cache.set(name, entry)
    return entry.parsed
  }

  /**
   * Returns a page's document in a language, else in English. `link` maps every address in the
   * document, from and to HTML-escaped text.
   */
  async function readDocument(
    name: string,
    language: Language,
    link: (href: string) => string = (href) => href,
  ): Promise<ReadDocument> {
    const translation = `${language}/${name}`
    const own = language === 'en' ? null : await find(translation)
    const found = own ?? (await find(name))
    if (found === null) return { ok: false, reason: 'missing' }
    const document = await parsed(own === null ? name : translation, found)
    if (document === null) return { ok: false, reason: 'no_content' }
    return {
      ok: true,
      document: {
        title: document.title,
        metas: document.metas,
        html: document.pieces.map((piece) =>
          piece.kind === 'html' ? { kind: 'html', html: withLinks(piece.html, link) } : piece,
        ),
        headings: document.headings,
        language: own === null ? 'en' : language,
        modifiedAt: found.modifiedAt,
        words: document.words,
      },
    }
  }

  /** Returns the languages of a document. English has no folder of its own. */
  async function documentLanguages(name: string): Promise<Language[]> {
    const found = await Promise.all(
      languages.map((language) => find(language === 'en' ? name : `${language}/${name}`)),
    )
    return languages.filter((_, index) => found[index] !== null)
  }

  async function readSource(name: string): Promise<DocumentSource | null> {
    const found = await find(name)
    if (found === null) return null
    return { bytes: new Uint8Array(await readFile(found.file)), modifiedAt: found.modifiedAt }
  }

  /** Returns the names of the documents in one subfolder, sorted, at most 500. */
  async function listDocuments(inside: string): Promise<string[]> {
    try {
      const entries = await readdir(path.join(folder, inside), { withFileTypes: true })
      return entries
        .filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
        .map((entry) => `${inside}/${entry.name.slice(0, -'.html'.length)}`)
        .filter((name) => namePattern.test(name))
        .sort()
        .slice(0, maxListed)
    } catch (error) {
      if (isAbsence(error)) return []
      throw error
    }
  }

  return { readDocument, documentLanguages, readSource, listDocuments }
}

function isAbsence(error: unknown): boolean {
  return absent.has(codeOf(error))
}

const ownFolder = path.resolve('pages-content')

export const { readDocument, documentLanguages, readSource, listDocuments } =
  createFragmentReader(ownFolder)

let listeners: Set<() => void> | null = null

/** Calls `listener` after every change of the site's documents that the system reports. */
export function onDocumentsChange(listener: () => void): void {
  if (listeners === null) {
    listeners = new Set()
    watchDocuments(listeners)
  }
  listeners.add(listener)
}

/** Some file systems, such as network mounts, report nothing. */
function watchDocuments(known: ReadonlySet<() => void>): void {
  const warn = (error: unknown) =>
    log.warn({ err: error, directory: ownFolder }, 'changes in this folder are noticed later')
  try {
    const watcher = watch(ownFolder, { recursive: true, persistent: false }, () => {
      for (const listener of known) listener()
    })
    watcher.on('error', warn)
    import.meta.hot?.dispose(() => watcher.close())
  } catch (error) {
    warn(error)
  }
}
