import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { AppServer } from './app-server.ts'

export type Assets = Map<string, number>

const assets = new Map<string, { source: string; bytes: number }>()

/** An asset's text and compressed size. Most pages share most of them. */
function assetOf(name: string): { source: string; bytes: number } {
  const known = assets.get(name)
  if (known !== undefined) return known
  const source = readFileSync(path.join('build/client/assets', name), 'utf8')
  const asset = { source, bytes: gzipSync(source, { level: 9 }).length }
  assets.set(name, asset)
  return asset
}

/** Returns the files of a kind that a page loads by itself. */
export async function bytesOf(
  app: AppServer,
  page: string,
  extension: 'js' | 'css',
): Promise<Assets> {
  return bytesIn(await (await fetch(app.origin + page)).text(), page, extension)
}

/** Like `bytesOf`, for given HTML. */
export function bytesIn(html: string, page: string, extension: 'js' | 'css'): Assets {
  const language = /<body lang="(\w+)"/.exec(html)?.[1] ?? ''
  const isAdmin = /^\/admin(\/|$)/.test(page)
  const sizes: Assets = new Map()
  const collect = (name: string) => {
    if (sizes.has(name)) return
    const { source, bytes } = assetOf(name)
    sizes.set(name, bytes)
    if (extension === 'css') return
    for (const [, imported = ''] of source.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) {
      collect(imported)
    }
    // Of the lazily loaded files, only the page's own texts load at once.
    for (const [, later = ''] of source.matchAll(/import\(`\.\/([\w.-]+\.js)`\)/g)) {
      const isTexts = name.startsWith('entry.client') && later.startsWith(`${language}-`)
      if (isTexts && !isAdmin) collect(later)
    }
  }
  // Styles for paper are loaded last, and nothing waits for them.
  for (const [, name = ''] of html.matchAll(
    new RegExp(`/assets/([\\w.-]+\\.${extension})"(?! media="print")`, 'g'),
  )) {
    collect(name)
  }
  return sizes
}

/**
 * Returns the names of all scripts that a page loads, at once or lazily, except those of other
 * routes.
 */
export function everyScriptIn(html: string): string[] {
  const names = new Set<string>()
  const collect = (name: string) => {
    if (names.has(name)) return
    names.add(name)
    const { source } = assetOf(name)
    for (const [, next = ''] of source.matchAll(/["`]\.\/([\w.-]+\.js)["`]/g)) collect(next)
  }
  for (const [, name = ''] of html.matchAll(/\/assets\/([\w.-]+\.js)"/g)) collect(name)
  return [...names]
}

export const sum = (sizes: Assets) => [...sizes.values()].reduce((a, b) => a + b, 0)
