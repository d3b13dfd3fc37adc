import { data, href, type RouterContextProvider, redirect } from 'react-router'
import { z } from 'zod'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { testSource } from '#app/download/extraction/source-canary.server.ts'
import { causeText } from '#app/download/extraction/source-causes.ts'
import { platformHealth } from '#app/download/extraction/source-health.server.ts'
import { platformTitles } from '#app/download/platforms/platform-key.ts'
import { type OtherPlatform, otherPlatforms, PLATFORMS } from '#app/environment/platform-names.ts'
import { withFields } from '#app/http/intents.server.ts'
import { changeSettings, settings } from '#app/settings/settings.server.ts'
import type { SourceRow, SourceTestAnswer } from './source-actions.server.ts'

export type PlatformRow = SourceRow<OtherPlatform> & {
  isOn: boolean
  /** True if posts that it marks as sensitive can be saved. */
  savesSensitive: boolean
}

export type PlatformsView = {
  rows: PlatformRow[]
  /** True on a site of an earlier version whose operators haven't chosen yet. */
  isUndecided: boolean
}

export async function platformsView(): Promise<PlatformsView> {
  const health = await platformHealth()
  const { sensitivePlatforms, platformsUndecided } = settings()
  return {
    rows: health.map((platform) => ({
      ...platform,
      isOn: platform.state !== 'off',
      savesSensitive: sensitivePlatforms.includes(platform.name),
      title: platformTitles[platform.name],
      pausedFor:
        platform.pausedUntil === null ? null : Math.max(0, platform.pausedUntil - Date.now()),
      failureText: platform.lastFailure === null ? null : causeText(platform.lastFailure.cause),
      isDegraded: false,
      program: null,
    })),
    isUndecided: platformsUndecided,
  }
}

const Platform = z.object({ platform: z.enum(otherPlatforms) })
type Sent = { context: Readonly<RouterContextProvider> }

/** The platforms that are on for a new site. */
const usual = ['x', 'bluesky', 'pinterest'] as const satisfies OtherPlatform[]

const changes = {
  'platform on': { setting: 'platforms', adds: true, text: 'turned on.' },
  'platform off': { setting: 'platforms', adds: false, text: 'turned off.' },
  'sensitive on': { setting: 'sensitivePlatforms', adds: true, text: 'sensitive posts allowed.' },
  'sensitive off': { setting: 'sensitivePlatforms', adds: false, text: 'sensitive posts refused.' },
} as const

export const platformActions = {
  'platform on': change('platform on'),
  'platform off': change('platform off'),
  'sensitive on': change('sensitive on'),
  'sensitive off': change('sensitive off'),
  'test platform': withFields(Platform, async ({ platform }) =>
    data<SourceTestAnswer>({ sourceTest: { name: platform, ...(await testSource(platform)) } }),
  ),
  'usual platforms': withFields(z.object({}), async (_, { context }: Sent) => {
    const { platforms } = settings()
    await decide([...new Set([...platforms, ...usual])], context)
    const names = usual.map((platform) => platformTitles[platform])
    return done(`${names.slice(0, -1).join(', ')} and ${names.at(-1)} turned on.`, context)
  }),
  'tiktok only': withFields(z.object({}), async (_, { context }: Sent) => {
    await decide(settings().platforms, context)
    return done('The site keeps to TikTok.', context)
  }),
}

function change(name: keyof typeof changes) {
  return withFields(Platform, async ({ platform }, { context }: Sent) => {
    const { setting, adds, text } = changes[name]
    const next = PLATFORMS.filter((one) =>
      one === platform ? adds : settings()[setting].includes(one),
    )
    if (setting === 'platforms') await decide(next, context)
    else await changeSettings({ [setting]: next }, actorOf(context))
    return done(`${platformTitles[platform]}: ${text}`, context)
  })
}

function decide(platforms: (typeof PLATFORMS)[number][], context: Sent['context']) {
  return changeSettings({ platforms, platformsUndecided: false }, actorOf(context))
}

async function done(text: string, context: Sent['context']) {
  await context.get(sessionContext).flash('success', text)
  return redirect(`${href('/admin/settings/api')}#platforms`)
}
