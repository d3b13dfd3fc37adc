import type { CaptionTrack, MediaFile } from '#app/posts/extracted-post.server.ts'
import type { TiktokItem } from './page.ts'

type Listed = NonNullable<TiktokItem['video']>['subtitleInfos'][number]

const mostTracks = 50

/**
 * Returns a video's WebVTT captions, one track for each language, automatic translations last. A
 * language has its script and region only if the video has it in several.
 */
export function captionTracks(
  listed: readonly Listed[],
  fileAt: (url: string) => MediaFile | null,
): CaptionTrack[] {
  const isTranslated = ({ Source }: Listed) => Number(Source === 'MT')
  const tracks = new Map<string, { locale: Intl.Locale; file: MediaFile }>()
  for (const entry of listed.toSorted((a, b) => isTranslated(a) - isTranslated(b))) {
    const locale = entry.Format === 'webvtt' ? localeOf(entry.LanguageCodeName) : null
    const file = fileAt(entry.Url)
    if (locale === null || file === null || tracks.size === mostTracks) continue
    const { baseName } = locale
    if (!tracks.has(baseName)) tracks.set(baseName, { locale, file })
  }
  const ofLanguage = Map.groupBy(tracks.values(), ({ locale }) => locale.language)
  return [...tracks].map(([baseName, { locale, file }]) => {
    const isOnly = ofLanguage.get(locale.language)?.length === 1
    return { language: isOnly ? locale.language : baseName, file }
  })
}

/** Reads names such as `eng-US`. Null for what isn't a language, script and region. */
function localeOf(name: string): Intl.Locale | null {
  if (!/^[A-Za-z]{2,3}(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|\d{3}))?$/.test(name)) return null
  try {
    const locale = new Intl.Locale(name)
    return locale.language === 'und' ? null : locale
  } catch {
    return null
  }
}
