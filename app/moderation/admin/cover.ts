import { coverOf } from '#app/download/covers/cover.server.ts'
import { openedFileHeaders } from '#app/download/save/file-headers.ts'
import { found } from '#app/http/refusals.ts'
import type { Route } from './+types/cover'

/** Sends a post's stored cover, also a removed post's, so it isn't cached. */
export async function loader({ params }: Route.LoaderArgs) {
  const cover = await found(coverOf(params.postId))
  return new Response(new Uint8Array(cover.bytes), {
    headers: {
      ...openedFileHeaders,
      'Content-Type': cover.type,
      'Content-Length': String(cover.bytes.length),
    },
  })
}
