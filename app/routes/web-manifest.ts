import { settings } from '#app/models/settings.server.ts'
import { defaultLanguage } from '#app/models/site-language.server.ts'
import { textResponse } from '#app/utils/text-response.ts'
import { themeColors } from '#app/utils/theme-color.ts'
import type { Route } from './+types/web-manifest'

/** Makes the site installable; installed, it stands in Android's share menu and gets links from it. */
export function loader({ request }: Route.LoaderArgs) {
  const name = settings().siteName
  const manifest = {
    id: '/',
    name,
    short_name: name,
    lang: defaultLanguage(),
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
    share_target: {
      action: '/',
      method: 'GET',
      // Apps put the link where they like, most into the text.
      params: { title: 'title', text: 'text', url: 'url' },
    },
  }
  return textResponse(request, JSON.stringify(manifest), { type: 'application/manifest+json' })
}
