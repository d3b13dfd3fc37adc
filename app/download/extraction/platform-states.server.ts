import type { SourceId } from '#app/download/platforms/source-id.ts'
import type { Platform } from '#app/environment/platform-names.ts'
import type { ExtractorStatus } from '#app/posts/extracted-post.server.ts'
import { failingTest, hasPassedTest } from './source-canary.server.ts'
import { lastSuccessOf } from './source-record.server.ts'
import { demoReason, everyPlatform, isOn, sourcesInForce } from './sources.server.ts'

export type PlatformState = 'working' | 'trouble' | 'untried' | 'off'

type Read = { name: SourceId; status: ExtractorStatus }

/** Returns the state of each platform that this version reads, for visitors. Makes no request. */
export function platformStates(): { platform: Platform; state: PlatformState }[] {
  const tiktok = sourcesInForce().filter(({ isConfigured }) => isConfigured)
  const ofTiktok = demoReason() === 'chosen' ? 'untried' : bestOf(tiktok)
  return [
    { platform: 'tiktok', state: isOn('tiktok') ? ofTiktok : 'off' },
    ...everyPlatform().map((one) => ({
      platform: one.name,
      state: one.isOn ? stateOf(one) : ('off' as const),
    })),
  ]
}

/** One source that works is enough. */
function bestOf(sources: readonly Read[]): PlatformState {
  const states = new Set(sources.map(stateOf))
  if (states.has('working')) return 'working'
  return states.has('untried') ? 'untried' : 'trouble'
}

function stateOf({ name, status }: Read): PlatformState {
  const fails = status.breaker === 'open' || status.quotaLeft === 0 || failingTest(name) !== null
  if (fails) return 'trouble'
  return hasPassedTest(name) || lastSuccessOf(name) !== null ? 'working' : 'untried'
}
