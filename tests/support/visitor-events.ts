import { type AnalyticsEvent, noFacts } from '#app/analytics/batch.server.ts'
import type { AnalyticsKind } from '#db/schema.ts'
import type { Random } from '#db/seed/random.ts'

/** Returns a random visitor event, in a busy site's proportions, about `posts` posts. */
export function visitorEvent(
  at: number,
  random: Random,
  { posts = 1000, visitors = 5000 } = {},
): AnalyticsEvent {
  const { below, pickEarly: pick } = random
  const kind = pick<AnalyticsKind>(['page_view', 'lookup', 'save', 'read', 'bot', 'attempt'])
  if (kind === 'bot') return { ...noFacts, at, kind, bot: pick(['known bot', 'prefetch']) }
  const acts = kind === 'lookup' || kind === 'save'
  const failed = acts && below(12) === 0
  const channel = pick(['Direct', 'Search', 'Video', 'Social', 'Referral', 'Campaign'] as const)
  return {
    ...noFacts,
    at,
    kind,
    visitor: `${Math.floor(at / 86_400_000)}-${below(visitors)}`,
    path: kind === 'page_view' || kind === 'read' ? pick(['/', '/help', '/blog', '/blog/a']) : null,
    channel,
    source: channel === 'Direct' ? 'direct' : `site-${below(3000)}.example`,
    campaign: channel === 'Campaign' ? pick(['spring', 'flyer']) : null,
    country: pick(['US', 'DE', 'BR', 'MX', 'FR', 'ES', 'IN', 'ID', 'PH', 'unknown']),
    language: pick(['en', 'es', 'pt', 'de', 'fr']),
    device: pick(['Phone', 'Computer', 'Tablet']),
    browser: pick(['Chrome', 'Safari', 'Firefox', 'Samsung Internet']),
    os: pick(['Android', 'iOS', 'Windows', 'macOS', 'Linux']),
    format: kind === 'save' || kind === 'attempt' ? pick(['mp4', 'hd', 'mp3', 'zip']) : null,
    error: failed ? pick(['link: not_platform', 'service: timeout', 'media: gone']) : null,
    post: acts && !failed ? `73${below(posts)}` : null,
    platform: acts ? pick(['tiktok', 'x', 'bluesky']) : null,
    scroll: kind === 'read' ? pick(['100', '75', '50', '25', '0']) : null,
    bytes: kind === 'save' ? below(20_000_000) : 0,
    ms: below(90_000),
  }
}

export function pageView(facts: Partial<AnalyticsEvent> & { at: number }): AnalyticsEvent {
  return {
    ...noFacts,
    kind: 'page_view',
    visitor: 'someone',
    path: '/',
    channel: 'Direct',
    source: 'direct',
    country: 'DE',
    language: 'de',
    device: 'Phone',
    browser: 'Firefox',
    os: 'Android',
    ...facts,
  }
}
