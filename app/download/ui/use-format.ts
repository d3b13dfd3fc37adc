import { useState } from 'react'
import type { PostView } from '#app/download/offers.server.ts'
import { parseSaveFormat, type SaveFormat } from '#app/posts/save-format.ts'
import { remember as keep, useRemembered } from './remembered.ts'

/**
 * The format that is chosen: by the visitor, else the one this device saved last of such a post if
 * it is offered, else the usual one.
 */
export function useFormat(post: PostView) {
  const name = `format-${post.kind}`
  const last = parseSaveFormat(useRemembered(name) ?? '')
  const [picked, choose] = useState<SaveFormat | null>(null)
  const offered = (format: SaveFormat | null) =>
    format !== null && post.formats.some((offer) => offer.format === format)
  const format = [picked, last].find(offered) ?? post.mainFormat
  return { format, choose, remember: () => keep(name, format) }
}
