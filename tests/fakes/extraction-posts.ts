import type { Behaviour } from './extraction-answers.ts'
import { behaviours } from './extraction-behaviours.ts'

export type PostName = keyof typeof behaviours

export interface FakePost {
  name: PostName
  postId: string
  user: string
  /** Canonical link, /photo/ for slideshows. */
  url: string
  /** Share links that the service resolves to this post. */
  shortUrls: { vm: string; vt: string; www: string }
  shortCode: string
}

const names = Object.keys(behaviours) as PostName[]
const byCode = new Map(names.map((name) => [behaviours[name][0], name]))

/**
 * A post that does as `name` says: the last three digits of its id are the code of the behaviour,
 * and any id that ends in them does the same. One that ends in no known code is a plain video.
 * There are 10^8 posts of each kind, by `serial`.
 */
export function fakePost(name: PostName, serial = 0): FakePost {
  const code = String(behaviours[name][0]).padStart(3, '0')
  // 73456789… is a date of March 2024; the whole id is above 2^53, as real ones are.
  const postId = `73456789${String(serial).padStart(8, '0')}${code}`
  const shortCode = `ZM${serial.toString(36)}_${code}`
  const media = name.startsWith('slideshow') ? 'photo' : 'video'
  return {
    name,
    postId,
    user: 'tester',
    url: `https://www.tiktok.com/@tester/${media}/${postId}`,
    shortUrls: {
      vm: `https://vm.tiktok.com/${shortCode}`,
      vt: `https://vt.tiktok.com/${shortCode}`,
      www: `https://www.tiktok.com/t/${shortCode}`,
    },
    shortCode,
  }
}

/** Every known post by name: `posts.slideshow.url`. */
export const posts = Object.fromEntries(names.map((name) => [name, fakePost(name)])) as Record<
  PostName,
  FakePost
>

/** The post a link, short link or bare id means; null for one the service cannot read. */
export function postOfLink(link: string): { postId: string; behaviour: Behaviour } | null {
  const short = /(?:v[mt]\.tiktok\.com|tiktok\.com\/t)\/ZM([a-z\d]+)_(\d{3})\/?$/.exec(link)
  if (short) {
    const name = byCode.get(Number(short[2]))
    if (name === undefined) return null
    const { postId } = fakePost(name, Number.parseInt(short[1] ?? '', 36))
    return { postId, behaviour: behaviours[name][1] }
  }
  const postId = /(?:^|\/(?:video|photo)\/)(\d{16,19})$/.exec(link)?.[1]
  if (postId === undefined) return null
  const name = byCode.get(Number(postId.slice(-3))) ?? 'video'
  return { postId, behaviour: behaviours[name][1] }
}
