import { type TagIds, type TagKind, tagKinds } from '#app/http/third-party-tags.ts'
import { settings } from './settings.server.ts'

export function tagIds(): TagIds {
  const { analyticsTagId, heatmapId, socialPixelId } = settings()
  return {
    ...(analyticsTagId !== '' && { analytics: analyticsTagId }),
    ...(heatmapId !== '' && { heatmap: heatmapId }),
    ...(socialPixelId !== '' && { pixel: socialPixelId }),
  }
}

export function tagsInUse(): TagKind[] {
  const ids = tagIds()
  return tagKinds.filter((kind) => ids[kind] !== undefined)
}
