import { textResponse } from '#app/http/text-response.ts'
import { localPath } from '#app/i18n/local-path.ts'
import { catalogue } from '#app/i18n/texts.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { defaultLanguage } from '#app/settings/site-language.server.ts'
import { themeColors } from '#app/ui/site/head/theme-color.ts'
import type { Route } from './+types/web-manifest'
import { publicFile } from './documents/public-files.server.ts'

const screenshots = [
  { src: '/app-wide.png', form_factor: 'wide' },
  { src: '/app-narrow.png', form_factor: 'narrow' },
] as const

/** Makes the site installable. Once installed, it is in Android's share menu. */
export async function loader({ request }: Route.LoaderArgs) {
  const name = settings().siteName
  const language = defaultLanguage()
  const { home, shortcuts } = catalogue(language)
  const shortcut = (label: string, path: '/' | '/batch') => ({
    name: label,
    url: localPath(path, language, language),
  })
  const manifest = {
    id: '/',
    name,
    short_name: name,
    description: home.description,
    lang: language,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: themeColors.light,
    background_color: themeColors.light,
    categories: ['utilities', 'photo', 'video'],
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    screenshots: await Promise.all(screenshots.map(withSize)),
    shortcuts: [
      shortcut(shortcuts.paste, '/'),
      ...(settings().batchLinks > 0 ? [shortcut(shortcuts.several, '/batch')] : []),
    ],
    share_target: {
      action: '/share',
      method: 'GET',
      enctype: 'application/x-www-form-urlencoded',
      // Apps put the link in any of these, most in the text.
      params: { title: 'title', text: 'text', url: 'url' },
    },
  }
  return textResponse(request, JSON.stringify(manifest), { type: 'application/manifest+json' })
}

/** Install prompts ignore a picture whose stated size is wrong. */
async function withSize({ src, form_factor }: (typeof screenshots)[number]) {
  const { width, height } = (await publicFile(src))?.pixels ?? { width: 0, height: 0 }
  return { src, sizes: `${width}x${height}`, type: 'image/png', form_factor }
}
