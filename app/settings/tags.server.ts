import { type TagIds, type TagKind, tagKinds } from '#app/http/third-party-tags.ts'
import { settings } from './settings.server.ts'

/** The tags of other companies that the operator has switched on, with their ids. */
export function tagIds(): TagIds {
  const { analyticsTagId, heatmapId, socialPixelId } = settings()
  return {
    ...(analyticsTagId !== '' && { analytics: analyticsTagId }),
    ...(heatmapId !== '' && { heatmap: heatmapId }),
    ...(socialPixelId !== '' && { pixel: socialPixelId }),
  }
}

/** Which of them are switched on. */
export function tagsInUse(): TagKind[] {
  const ids = tagIds()
  return tagKinds.filter((kind) => ids[kind] !== undefined)
}
