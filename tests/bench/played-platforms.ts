import { startBluesky } from '#tests/fakes/platforms/bluesky.ts'
import { ids as facebookIds, startFacebook } from '#tests/fakes/platforms/facebook.ts'
import { posts, startInstagram } from '#tests/fakes/platforms/instagram.ts'
import { pinLink, startPinterest } from '#tests/fakes/platforms/pinterest.ts'
import { postLink, startReddit } from '#tests/fakes/platforms/reddit.ts'
import { ids as snapchatIds, startSnapchat } from '#tests/fakes/platforms/snapchat.ts'
import { startStreamable, videoLink } from '#tests/fakes/platforms/streamable.ts'
import { startX } from '#tests/fakes/platforms/x.ts'

/** Plays the platforms beside TikTok in a process of their own, for the bench. */

const [x, bluesky] = [await startX(), await startBluesky()]
const servers = {
  x,
  bluesky,
  pinterest: await startPinterest(),
  instagram: await startInstagram(),
  facebook: await startFacebook(),
  snapchat: await startSnapchat(),
  reddit: await startReddit(),
  streamable: await startStreamable(),
}
const links: Record<keyof typeof servers, string> = {
  x: x.link('video'),
  bluesky: bluesky.link('video'),
  pinterest: pinLink('video'),
  instagram: `https://www.instagram.com/reel/${posts.reel}/`,
  facebook: `https://www.facebook.com/reel/${facebookIds.video}`,
  snapchat: `https://www.snapchat.com/spotlight/${snapchatIds.clip}`,
  reddit: postLink('video'),
  streamable: videoLink('video'),
}
process.stdout.write(
  `${JSON.stringify({
    links,
    joined: pinLink('toBeJoined'),
    origins: Object.fromEntries(
      Object.entries(servers).map(([name, { origin }]) => [name, origin]),
    ),
    trusted: Object.values(servers).map(({ hostPort }) => hostPort),
  })}\n`,
)
process.once('SIGTERM', () => process.exit())
