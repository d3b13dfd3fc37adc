// @module-tag process
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fill } from '#app/i18n/catalogue.ts'
import { en } from '#app/i18n/en.ts'
import {
  address,
  type Behaviour,
  faultyAddress,
  slideshowData,
  succeed,
} from '#tests/fakes/extraction-answers.ts'
import { fakePost } from '#tests/fakes/extraction-service.ts'
import { bytesOf } from '#tests/fakes/media-files.ts'
import { type LiveApp, lookUp, startLiveApp } from '#tests/support/live-app.ts'
import { signedLink } from '#tests/support/signed-link.ts'
import { unzip } from '#tests/support/unzip.ts'

let app: LiveApp
let serial = 500

beforeAll(async () => {
  app = await startLiveApp({ LOG_LEVEL: 'warn', TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(() => app?.close())

/**
 * How the media host sends a post's files: by their names, whole unless they have a fault.
 * `elsewhere` is a place that files are never fetched from.
 */
type Faults = Partial<Record<'image-1.jpg' | 'image-2.jpg' | 'image-3.jpg' | 'music.mp3', string>>

const photos = ['image-1.jpg', 'image-2.jpg', 'image-3.jpg'] as const

function photoPost(faults: Faults): Behaviour {
  return (lookup) => {
    const at = (name: keyof Faults) => {
      const fault = faults[name]
      if (fault === 'elsewhere') return `ftp://elsewhere.example/${name}`
      return fault === undefined ? address(lookup, name) : faultyAddress(lookup, fault, name)
    }
    const data = { ...slideshowData(lookup, []), images: photos.map(at) }
    const sound = at('music.mp3')
    succeed(lookup, { ...data, play: sound, wmplay: sound, hdplay: sound, music: sound })
  }
}

/** Saves the ZIP of a post whose look-ups answer in turn. */
async function saveZip(steps: Behaviour[], query = '') {
  serial += 1
  const post = fakePost('slideshow', serial)
  app.extraction.script(post.postId, ...steps)
  const { status: found, html: page } = await lookUp(app, post.url)
  expect(found).toBe(200)
  const link = signedLink(app, { purpose: 'save', postId: post.postId, format: 'zip' })
  const headers = { 'x-forwarded-for': `198.51.${serial % 250}.9` }
  const response = await fetch(link + query, { headers })
  const bytes = Buffer.from(await response.arrayBuffer())
  const lookups = app.extraction.lookups(post.postId)
  if (response.status !== 200)
    return { page, status: response.status, names: [], missing: [], lookups }
  const files = unzip(bytes)
  const list = files.find(({ name }) => name === 'not-saved.txt')
  const saved = files.filter((file) => file !== list)
  for (const { name, content } of saved) {
    const sent = name.endsWith('.mp3') ? 'music.mp3' : `image-${/(\d+)\.jpg$/.exec(name)?.[1]}.jpg`
    const file = app.media.files.get(sent)
    expect(file !== undefined && bytesOf(file).equals(content), name).toBe(true)
  }
  return {
    page,
    status: response.status,
    names: saved.map(({ name }) => name.replace(/^.*\//, '')),
    missing:
      list?.content
        .toString()
        .replaceAll(/^[^\r\n]*\//gm, '')
        .split('\r\n') ?? [],
    lookups,
  }
}

const { unavailableTitle, noSuchFileTitle } = en.saveProblem
const listed = (...lines: string[]) => ['These files aren’t in the ZIP:', '', ...lines, '']

describe('a photo post’s ZIP has the rest, and a list, if a file', () => {
  test.each<[string, Faults, string[], string[]]>([
    [
      'is dead',
      { 'image-2.jpg': '404' },
      ['1.jpg', '3.jpg', 'sound.mp3'],
      [`2: ${noSuchFileTitle}`],
    ],
    [
      'is dead and the first',
      { 'image-1.jpg': '403' },
      ['2.jpg', '3.jpg', 'sound.mp3'],
      [`1: ${noSuchFileTitle}`],
    ],
    [
      'is dead and the sound',
      { 'music.mp3': '410' },
      ['1.jpg', '2.jpg', '3.jpg'],
      [`sound: ${noSuchFileTitle}`],
    ],
    [
      'fails',
      { 'image-3.jpg': '500' },
      ['1.jpg', '2.jpg', 'sound.mp3'],
      [`3: ${unavailableTitle}`],
    ],
    [
      'is a page',
      { 'image-2.jpg': 'html' },
      ['1.jpg', '3.jpg', 'sound.mp3'],
      [`2: ${unavailableTitle}`],
    ],
    [
      'breaks off',
      { 'image-2.jpg': 'cut/2000' },
      ['1.jpg', '3.jpg', 'sound.mp3'],
      [`2: ${unavailableTitle}`],
    ],
    [
      'breaks off and is the first',
      { 'image-1.jpg': 'cut/2000' },
      ['2.jpg', '3.jpg', 'sound.mp3'],
      [`1: ${unavailableTitle}`],
    ],
    [
      'isn’t the only one',
      { 'image-1.jpg': '404', 'image-3.jpg': 'reset', 'music.mp3': '404' },
      ['2.jpg'],
      [`1: ${noSuchFileTitle}`, `3: ${unavailableTitle}`, `sound: ${noSuchFileTitle}`],
    ],
  ])('%s', async (_, faults, names, lines) => {
    const zip = await saveZip([photoPost(faults)])
    expect(zip).toMatchObject({ status: 200, names, missing: listed(...lines) })
    expect(zip.lookups).toBeLessThanOrEqual(2)
    await app.said('a file of a ZIP was left out')
  })

  test('is out of reach: the card names it, and the rest keep their numbers', async () => {
    const zip = await saveZip([photoPost({ 'image-2.jpg': 'elsewhere' })])
    expect(zip).toMatchObject({
      names: ['1.jpg', '3.jpg', 'sound.mp3'],
      missing: listed(`2: ${noSuchFileTitle}`),
      lookups: 1,
    })
    expect(zip.page).toContain(fill(en.result.lostImages, { n: 1, all: 3 }))
    expect(zip.page).toContain('/image-3?')
    expect(zip.page).not.toContain('/image-2?')
    await app.said('files left out')
  })

  test('is one of those that were chosen', async () => {
    const zip = await saveZip([photoPost({ 'image-2.jpg': '404' })], '&image=2&image=3')
    expect(zip).toMatchObject({ names: ['3.jpg'], missing: listed(`2: ${noSuchFileTitle}`) })
  })
})

describe('a photo post’s ZIP is whole if one new look-up helps', () => {
  test.each<[string, Faults]>([
    ['a picture', { 'image-2.jpg': '403' }],
    ['the first picture', { 'image-1.jpg': '404' }],
    ['the sound', { 'music.mp3': '410' }],
    ['all from a picture on', { 'image-2.jpg': '403', 'image-3.jpg': '403', 'music.mp3': '403' }],
  ])('for %s', async (_, faults) => {
    const zip = await saveZip([photoPost(faults), photoPost({})])
    const names = ['1.jpg', '2.jpg', '3.jpg', 'sound.mp3']
    expect(zip).toMatchObject({ status: 200, names, missing: [], lookups: 2 })
  })
})

test('a photo post with no file left is refused, after one new look-up', async () => {
  const dead = { 'image-1.jpg': '404', 'image-2.jpg': '404', 'image-3.jpg': '404' }
  const zip = await saveZip([photoPost({ ...dead, 'music.mp3': '404' })])
  expect(zip).toMatchObject({ status: 404, lookups: 2 })
})
