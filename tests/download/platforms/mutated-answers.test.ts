// @module-tag module
import { expect, test } from 'vitest'
import { createAsk } from '#app/download/platforms/ask.server.ts'
import { bluesky } from '#app/download/platforms/bluesky/bluesky.ts'
import { facebook } from '#app/download/platforms/facebook/facebook.ts'
import { createHosts, type PlatformHosts } from '#app/download/platforms/hosts.ts'
import { instagram } from '#app/download/platforms/instagram/instagram.ts'
import { pinterest } from '#app/download/platforms/pinterest/pinterest.ts'
import type { Ask, AskAnswer, PlatformAdapter } from '#app/download/platforms/platform-adapter.ts'
import { splitKey } from '#app/download/platforms/platform-key.ts'
import type { Registration } from '#app/download/platforms/platforms.ts'
import { snapchat } from '#app/download/platforms/snapchat/snapchat.ts'
import { streamable } from '#app/download/platforms/streamable/streamable.ts'
import { createTiktokHosts } from '#app/download/platforms/tiktok/hosts.ts'
import { createTiktok } from '#app/download/platforms/tiktok/tiktok.ts'
import { x } from '#app/download/platforms/x/x.ts'
import { createGuardedClient } from '#app/outbound/fetch.server.ts'
import { theSite } from '#app/outbound/lookup-asker.ts'
import type { ExtractedPost, LookupResult, MediaFile } from '#app/posts/extracted-post.server.ts'
import { parsePostLink } from '#app/posts/post-link.ts'
import { platformPost, startPlatform } from '#tests/fakes/platform-pages.ts'
import { startBluesky } from '#tests/fakes/platforms/bluesky.ts'
import { ids as facebookIds, startFacebook } from '#tests/fakes/platforms/facebook.ts'
import { posts as instagramPosts, startInstagram } from '#tests/fakes/platforms/instagram.ts'
import { pinLink, startPinterest } from '#tests/fakes/platforms/pinterest.ts'
import type { PlayedHosts } from '#tests/fakes/platforms/played-hosts.ts'
import { ids as snapchatIds, startSnapchat } from '#tests/fakes/platforms/snapchat.ts'
import { startStreamable, videoLink } from '#tests/fakes/platforms/streamable.ts'
import { startX } from '#tests/fakes/platforms/x.ts'
import { closing } from '#tests/support/closing.ts'
import { mutatedAnswer, wrongMark } from '#tests/support/mutated-answer.ts'
import { outcomeOf, postOf } from './reader-world.ts'

const perPlatform = 75

type World = { adapter: PlatformAdapter; hosts: PlatformHosts; ask: Ask; links: string[] }

function asking(hosts: PlatformHosts, hostPort: string): Ask {
  const client = closing(createGuardedClient({ trustedUpstreams: [hostPort] }))
  const ask = createAsk({ client, hosts, intervalMs: () => 0 })
  const answers = new Map<string, AskAnswer>()
  const signal = new AbortController().signal
  return async (url, request) => {
    const key = `${request?.method ?? ''} ${url}`
    const limits = { signal, deadline: performance.now() + 30_000, asker: theSite }
    const answer = answers.get(key) ?? (await ask(limits)(url, request))
    answers.set(key, answer)
    return answer
  }
}

function worldOf(
  { adapter, hosts: rules }: Omit<Registration, 'intervalMs'>,
  fake: PlayedHosts,
  links: string[],
): World {
  const hosts = createHosts(rules, fake.origin)
  return { adapter, hosts, ask: asking(hosts, fake.hostPort), links }
}

async function tiktokWorld(): Promise<World> {
  const platform = closing(await startPlatform())
  const hosts = createTiktokHosts({ testOrigin: platform.origin, cdnHosts: () => [] })
  const links = ['video', 'slideshow'].map((name) => platformPost(name).url)
  const ask = asking(hosts, platform.hostPort)
  return { adapter: createTiktok(hosts), hosts, ask, links }
}

const worlds: [string, () => Promise<World>][] = [
  ['TikTok', tiktokWorld],
  [
    'X',
    async () => {
      const fake = closing(await startX())
      return worldOf(x, fake, (['video', 'mixed', 'photos'] as const).map(fake.link))
    },
  ],
  [
    'Bluesky',
    async () => {
      const fake = closing(await startBluesky())
      return worldOf(bluesky, fake, (['video', 'photos', 'gallery'] as const).map(fake.link))
    },
  ],
  [
    'Pinterest',
    async () => {
      const fake = closing(await startPinterest())
      return worldOf(pinterest, fake, (['video', 'idea', 'photo'] as const).map(pinLink))
    },
  ],
  [
    'Instagram',
    async () => {
      const fake = closing(await startInstagram())
      const codes = [instagramPosts.reel, instagramPosts.carousel, instagramPosts.photo]
      const links = codes.map((code) => `https://www.instagram.com/p/${code}/`)
      return worldOf(instagram, fake, links)
    },
  ],
  [
    'Facebook',
    async () => {
      const fake = closing(await startFacebook())
      const { video, inPage, progressive } = facebookIds
      const links = [video, inPage, progressive].map((id) => `https://www.facebook.com/reel/${id}`)
      return worldOf(facebook, fake, links)
    },
  ],
  [
    'Snapchat',
    async () => {
      const fake = closing(await startSnapchat())
      const { clip, several } = snapchatIds
      const links = [clip, several].map((id) => `https://www.snapchat.com/spotlight/${id}`)
      return worldOf(snapchat, fake, links)
    },
  ],
  [
    'Streamable',
    async () => {
      const fake = closing(await startStreamable())
      return worldOf(streamable, fake, (['video', 'sizes'] as const).map(videoLink))
    },
  ],
]

type Seen = { right: number; failures: Map<string, number> }

async function readAll({ adapter, hosts, ask, links }: World, first: number): Promise<Seen> {
  const seen: Seen = { right: 0, failures: new Map() }
  for (let turn = 0; turn < perPlatform; turn += 1) {
    const link = links[turn % links.length] ?? ''
    const parsed = parsePostLink(link)
    if (!parsed.ok || parsed.ref.kind !== 'post') throw new Error(link)
    const { ref } = parsed
    const own = addressesOf(postOf(await adapter.read(ref, ask)))
    const id = splitKey(ref.postId).id.split(':').at(-1) ?? ''
    const changes: string[] = []
    const result = await adapter.read(ref, async (url, request) => {
      const answer = await ask(url, request)
      if (answer.kind !== 'answer' || answer.text === '') return answer
      const mutated = mutatedAnswer(answer.text, id, first + turn)
      changes.push(...mutated.changes)
      return { ...answer, text: mutated.text }
    })
    const outcome = judge(result, { hosts, own, postId: ref.postId, why: `${link} ${changes}` })
    if (outcome === 'right') seen.right += 1
    else seen.failures.set(outcome, (seen.failures.get(outcome) ?? 0) + 1)
  }
  return seen
}

type Terms = { hosts: PlatformHosts; own: string[]; postId: string; why: string }

function judge(result: LookupResult, { hosts, own, postId, why }: Terms): string {
  if (!result.ok) return outcomeOf(result)
  const { post } = result
  const addresses = addressesOf(post)
  expect(post.postId, why).toBe(postId)
  for (const address of addresses) {
    expect(address, why).not.toContain(wrongMark)
    expect(address, why).not.toMatch(/watermark|playwm|\/marked\/|stranger|OtherPost|111222333/i)
    expect(hosts.profileOf(address), `${address} ${why}`).not.toBeNull()
  }
  return addresses.some((address) => own.includes(address)) ? 'right' : 'other files'
}

function addressesOf(post: ExtractedPost): string[] {
  const { video, hd, sound, cover, images, captions, moreVideos } = post
  const more = moreVideos.flatMap((one) => [one.video, one.hd, one.cover])
  const tracks = captions.map(({ file }) => file)
  return [video, hd, sound, ...images, ...more, cover, ...tracks].flatMap(addressesOfFile)
}

function addressesOfFile(file: MediaFile | null): string[] {
  if (file === null) return []
  const joined =
    file.join === undefined
      ? []
      : file.join.kind === 'tracks'
        ? [...file.join.picture, ...file.join.sound]
        : file.join.addresses
  return [...file.addresses, ...joined].map(({ url }) => url)
}

/** A post can look like one without files, or like another post. It never looks gone, or private. */
const honest = new Set(['shape', 'unsupported', 'incomplete_answer', 'other files'])

test('another post, a foreign file or a marked one would be saved once a platform changes', async () => {
  const seen = new Map<string, Seen>()
  for (const [index, [name, start]] of worlds.entries()) {
    seen.set(name, await readAll(await start(), index * 1_000))
  }
  const all = [...seen.values()]
  const right = all.reduce((sum, one) => sum + one.right, 0)
  expect(right, JSON.stringify(all)).toBeGreaterThanOrEqual((perPlatform * worlds.length) / 2)
  const failures = all.flatMap((one) => [...one.failures.keys()])
  expect(failures.filter((outcome) => !honest.has(outcome))).toEqual([])
})
