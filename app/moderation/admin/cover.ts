import { coverOf } from '#app/download/cover.server.ts'
import { found } from '#app/http/refusals.ts'
import type { Route } from './+types/cover'

/** A post's kept cover, also of one that the public no longer gets. No cache keeps it. */
export async function loader({ params }: Route.LoaderArgs) {
  const cover = await found(coverOf(params.postId))
  return new Response(new Uint8Array(cover.bytes), {
    headers: {
      'Content-Type': cover.type,
      'Content-Length': String(cover.bytes.length),
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
  })
}
