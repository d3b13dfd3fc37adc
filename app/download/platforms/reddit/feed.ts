import { fileAt, type PostFound } from '#app/download/platforms/found-post.ts'
import { ownAddress } from '#app/download/platforms/hosts.ts'
import { otherSite } from '#app/download/platforms/links.ts'
import type { MediaFile } from '#app/posts/extracted-post.server.ts'
import { clipAt, redditHosts } from './hosts.ts'
import { videoAt } from './link.ts'

const mostEntries = 500
const mostPictures = 20
const pictureName = /^\/([\w-]{1,80}\.(?:jpe?g|png|webp|gif))$/

/** A post in the site's feed, with the video or the pictures that it links to. */
export type FeedReading =
  | { kind: 'video'; video: string; known: Known }
  /** Another site's, whole in one file. What it calls a GIF has no sound. */
  | { kind: 'clip'; file: MediaFile; isSilent: boolean; known: Known }
  | { kind: 'pictures'; pictures: MediaFile[]; known: Known }
  /** It has nothing to save. `site`: what it links to. */
  | { kind: 'nothing'; site: string }
  | { kind: 'gone' }
  | { kind: 'shape' }

type Known = Pick<PostFound, 'title' | 'author' | 'postedAt' | 'cover'>

/**
 * Reads the feed about a post: Atom, with the post and then its comments. Matched by patterns,
 * since only four of its elements matter. Never throws.
 */
export function readFeed(feed: string, id: string): FeedReading {
  const entries = feed.split('<entry>').slice(1, mostEntries)
  const entry = entries.find((one) => elementOf(one, 'id') === `t3_${id}`)
  if (entry === undefined) return { kind: 'shape' }
  const content = unescaped(elementOf(entry, 'content') ?? '')
  const shown = withoutText(content)
  // The site adds its own link last: the author's text can have one that looks the same.
  const links = [...shown.matchAll(/<a href="([^"]{1,2000})">\[link\]<\/a>/g)]
  const link = unescaped(links.at(-1)?.[1] ?? '')
  const known = factsOf(entry)
  const video = videoAt(link)
  if (video !== null) return { kind: 'video', video, known }
  const clip = clipAt(link)
  if (clip !== null) {
    const isSilent = !/\.mp4(?:\?|$)/.test(link)
    return { kind: 'clip', file: fileAt('reddit', clip, 'clip'), isSilent, known }
  }
  const pictures = picturesOf(link, shown)
  if (pictures.length > 0) return { kind: 'pictures', pictures, known }
  if (/\[(?:removed|deleted)\]/.test(content)) return { kind: 'gone' }
  const host = URL.parse(link)?.hostname ?? ''
  return { kind: 'nothing', site: otherSite(host) ?? host.slice(0, 100) }
}

function factsOf(entry: string): Known {
  const [, handle = null] = /^\/u\/([\w-]{1,40})$/.exec(elementOf(entry, 'name') ?? '') ?? []
  const postedAt = new Date(elementOf(entry, 'published') ?? Number.NaN)
  const thumbnail = /<media:thumbnail url="([^"]{1,2000})"/.exec(entry)?.[1] ?? ''
  const cover = ownAddress(redditHosts, unescaped(thumbnail))
  return {
    title: unescaped(elementOf(entry, 'title') ?? ''),
    author: { handle, name: null },
    postedAt: Number.isNaN(postedAt.getTime()) ? null : postedAt,
    cover: cover === null ? null : fileAt('reddit', cover.href, 'cover'),
  }
}

/** Returns what the site itself shows: the author's text can have links to anything. */
function withoutText(content: string): string {
  const start = content.indexOf('<!-- SC_OFF -->')
  const end = content.lastIndexOf('<!-- SC_ON -->')
  return start < 0 || end < start ? content : content.slice(0, start) + content.slice(end)
}

/** Returns the pictures as they were uploaded: previews have the same names. */
function picturesOf(link: string, content: string): MediaFile[] {
  const isGallery = /^https:\/\/www\.reddit\.com\/gallery\//.test(link)
  const shown = isGallery ? content.matchAll(/<(?:img src|a href)="([^"]{1,2000})"/g) : []
  const addresses = [link, ...Array.from(shown, ([, address = '']) => unescaped(address))]
  const names = addresses.flatMap((address) => {
    const url = ownAddress(redditHosts, address)
    const isPicture = url?.hostname === 'i.redd.it' || url?.hostname === 'preview.redd.it'
    return isPicture ? (pictureName.exec(url.pathname)?.[1] ?? []) : []
  })
  return [...new Set(names)].slice(0, mostPictures).map((name, index) => {
    return fileAt('reddit', `https://i.redd.it/${name}`, `image-${index + 1}`)
  })
}

/** Returns an element's text, still escaped. Null without one. */
function elementOf(xml: string, name: string): string | null {
  const start = new RegExp(`<${name}(?: [^>]{0,500})?>`).exec(xml)
  if (start === null) return null
  const from = start.index + start[0].length
  const end = xml.indexOf(`</${name}>`, from)
  return end < 0 ? null : xml.slice(from, end)
}

const named: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

/** Undoes one level of escaping. */
function unescaped(text: string): string {
  return text.replace(
    /&(?:([a-z]{2,4})|#(\d{1,7})|#x([\da-f]{1,6}));/gi,
    (whole, name, ten, hex) => {
      if (name !== undefined) return named[name] ?? whole
      const code = ten === undefined ? Number.parseInt(hex, 16) : Number(ten)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    },
  )
}
