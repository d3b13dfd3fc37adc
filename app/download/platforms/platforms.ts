import type { OtherPlatform, Platform } from '#app/environment/platform-names.ts'
import { bluesky } from './bluesky/bluesky.ts'
import { facebook } from './facebook/facebook.ts'
import { createHosts, type HostRules, type MediaHosts, type PlatformHosts } from './hosts.ts'
import { instagram } from './instagram/instagram.ts'
import { isVideoHost } from './pinterest/hosts.ts'
import { pinterest } from './pinterest/pinterest.ts'
import type { PlatformAdapter, RestMs } from './platform-adapter.ts'
import { isFeedHost } from './reddit/hosts.ts'
import { reddit } from './reddit/reddit.ts'
import { snapchat } from './snapchat/snapchat.ts'
import { streamable } from './streamable/streamable.ts'
import { createTiktokHosts, type TiktokHosts } from './tiktok/hosts.ts'
import { createTiktok } from './tiktok/tiktok.ts'
import { x } from './x/x.ts'

/** A platform's reader: its adapter, hosts and pace. */
export type ReadPlatform<Hosts = PlatformHosts> = {
  adapter: PlatformAdapter
  hosts: Hosts
  /** Milliseconds between two requests to one of its hosts. */
  intervalMs: (host: string) => number
  restMs?: RestMs
  /** Set if the pace is that of whole look-ups. */
  pacesLookups?: true
}

export type Registration = ReadPlatform<HostRules>

/** Milliseconds with a random part, so that requests don't come at a machine's rhythm. */
export const paced = (intervalMs: number) => () => intervalMs * (1 + Math.random() / 4)

/** The platforms beside TikTok. A new one is added here, and in `links.ts`. */
const registered: Partial<Record<OtherPlatform, Registration>> = {
  x: { ...x, intervalMs: paced(1_000) },
  bluesky: { ...bluesky, intervalMs: paced(200) },
  pinterest: { ...pinterest, intervalMs: (host) => paced(isVideoHost(host) ? 100 : 2_000)() },
  instagram: { ...instagram, intervalMs: paced(10_000), pacesLookups: true },
  facebook: { ...facebook, intervalMs: paced(10_000), pacesLookups: true },
  snapchat: { ...snapchat, intervalMs: paced(5_000) },
  reddit: { ...reddit, intervalMs: (host) => paced(isFeedHost(host) ? 2_000 : 200)() },
  streamable: { ...streamable, intervalMs: paced(1_000) },
}

const tiktokIntervalMs = 1_000

/** Approximate capacity: TikTok's pages per minute. */
export const tiktokPagesPerMinute = 60_000 / (tiktokIntervalMs * 1.125)

type PlatformsOptions = {
  /** By platform: the origin that plays its hosts. Empty outside tests. */
  testOrigins: Partial<Record<Platform, string>>
  cdnHosts: () => readonly string[]
}

/** Creates the readers' parts for all platforms. */
export function createPlatforms({ testOrigins, cdnHosts }: PlatformsOptions) {
  const hosts = createTiktokHosts({ testOrigin: testOrigins.tiktok ?? null, cdnHosts })
  const tiktok: ReadPlatform<TiktokHosts> = {
    adapter: createTiktok(hosts),
    hosts,
    intervalMs: paced(tiktokIntervalMs),
  }
  const others: Partial<Record<OtherPlatform, ReadPlatform>> = {}
  for (const one of Object.values(registered)) {
    const { platform } = one.hosts
    others[platform] = { ...one, hosts: createHosts(one.hosts, testOrigins[platform] ?? null) }
  }
  return { tiktok, others, hostsOf: hostsByProfile(hosts, others) }
}

function hostsByProfile(
  tiktok: PlatformHosts,
  others: Partial<Record<OtherPlatform, ReadPlatform>>,
): MediaHosts {
  return (profile) =>
    profile === 'tiktok_open' || profile === 'tiktok_guest' || profile === 'tiktok_cdn'
      ? tiktok
      : (others[profile]?.hosts ?? null)
}
