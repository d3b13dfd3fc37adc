import { startBluesky } from '#tests/fakes/platforms/bluesky.ts'
import { startFacebook } from '#tests/fakes/platforms/facebook.ts'
import { startInstagram } from '#tests/fakes/platforms/instagram.ts'
import { startPinterest } from '#tests/fakes/platforms/pinterest.ts'
import { startReddit } from '#tests/fakes/platforms/reddit.ts'
import { startSnapchat } from '#tests/fakes/platforms/snapchat.ts'
import { startStreamable } from '#tests/fakes/platforms/streamable.ts'
import { startX } from '#tests/fakes/platforms/x.ts'

export type PlatformFakes = Awaited<ReturnType<typeof startPlatformFakes>>

/** Starts servers that play all platforms beside TikTok, for an app with `env` and `hosts`. */
export async function startPlatformFakes() {
  const fakes = {
    x: await startX(),
    bluesky: await startBluesky(),
    pinterest: await startPinterest(),
    instagram: await startInstagram(),
    facebook: await startFacebook(),
    snapchat: await startSnapchat(),
    reddit: await startReddit(),
    streamable: await startStreamable(),
  }
  const all = Object.entries(fakes)
  return {
    ...fakes,
    env: { PLATFORM_ORIGINS: all.map(([name, { origin }]) => `${name}=${origin}`).join() },
    /** `host:port` of each, which the app may call. */
    hosts: all.map(([, { hostPort }]) => hostPort),
    async close() {
      await Promise.all(all.map(([, fake]) => fake.close()))
    },
  }
}
