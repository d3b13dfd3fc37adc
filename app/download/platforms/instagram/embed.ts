import { z } from 'zod'
import {
  isObject,
  type JsonObject,
  objectsIn,
  parseJson,
} from '#app/download/platforms/answer-json.ts'
import type { PostFound } from '#app/download/platforms/found-post.ts'
import { navigationHeaders } from '#app/download/platforms/navigation.ts'
import { scriptsAbout } from '#app/download/platforms/page-scripts.ts'
import { dataObjects } from '#app/download/platforms/script-object.ts'
import { namedBy, postIn } from './post.ts'

/** The official embed's page, as a frame of another site asks for it. */

const { 'sec-fetch-user': _, ...frameHeaders } = navigationHeaders

export const embedHeaders = {
  ...frameHeaders,
  'sec-fetch-dest': 'iframe',
  'sec-fetch-site': 'cross-site',
}

const mostValues = 100_000
/** The usual file's type in `video_versions`: it is the same file after a new look-up. */
const usualType = 101

const Node = z.object({
  is_video: z.boolean().catch(false),
  video_url: z.string().nullable().catch(null),
  display_url: z.unknown().optional(),
  dimensions: z
    .object({ width: z.unknown().optional(), height: z.unknown().optional() })
    .catch({ width: null, height: null }),
  has_audio: z.unknown().optional(),
  video_duration: z.unknown().optional(),
})

const edges = z
  .object({ edges: z.array(z.object({ node: z.unknown().optional() })) })
  .transform((list) => list.edges.map(({ node }) => node))
  .catch([])

const Post = z.object({
  taken_at_timestamp: z.unknown().optional(),
  owner: z.unknown().optional(),
  edge_media_to_caption: edges,
  edge_sidecar_to_children: edges,
})

/**
 * Reads the embed's page about the post with a code. Null if it has no such post, or if a video of
 * it is missing: creators can forbid that it is played elsewhere. Never throws.
 */
export function readEmbed(html: string, code: string): PostFound | null {
  for (const content of scriptsAbout(html, namedBy(code))) {
    for (const data of dataObjects(content, ['contextJSON', 'shortcode_media'])) {
      const found = nodeIn(data, code)
      if (found !== null) return postOf(found, code)
    }
  }
  return null
}

/** Finds the post's node, also in JSON that is a text in JSON. */
function nodeIn(data: unknown, code: string, isInner = false): JsonObject | null {
  for (const one of objectsIn(data, { most: mostValues })) {
    if (one.shortcode === code && 'display_url' in one) return one
    const { contextJSON } = one
    const inner = isInner || typeof contextJSON !== 'string' ? null : parseJson(contextJSON)
    const found = isObject(inner) ? nodeIn(inner, code, true) : null
    if (found !== null) return found
  }
  return null
}

function postOf(node: JsonObject, code: string): PostFound | null {
  const post = Post.parse(node)
  const children = post.edge_sidecar_to_children
  const slides = (children.length > 0 ? children : [node]).map(slideOf)
  if (slides.includes(null)) return null
  const [caption] = post.edge_media_to_caption
  return postIn(
    {
      ...(children.length > 0 ? { carousel_media: slides } : slides[0]),
      caption,
      taken_at: post.taken_at_timestamp,
      user: post.owner,
    },
    code,
  )
}

/** Writes a node as the post's own page has it. Null for a video without its file. */
function slideOf(node: unknown): JsonObject | null {
  const parsed = Node.safeParse(node)
  if (!parsed.success) return null
  const { is_video, video_url, display_url, dimensions, has_audio, video_duration } = parsed.data
  if (is_video && video_url === null) return null
  return {
    media_type: is_video ? 2 : 1,
    video_versions: is_video ? [{ type: usualType, url: video_url, ...dimensions }] : [],
    image_versions2: { candidates: [{ url: display_url, ...dimensions }] },
    has_audio,
    video_duration,
  }
}
