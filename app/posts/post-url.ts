import type { PostRef } from './post-link.ts'

/** Stands for the unknown user in rebuilt links; too short to be a real one. */
export const unknownUser = '_'

/** The link to hand on, rebuilt from what was parsed: nothing else of the visitor's text is in it. */
export function postUrl(ref: PostRef): string {
  if (ref.kind === 'short') {
    return `https://${ref.host}/${ref.host === 'www.tiktok.com' ? 't/' : ''}${ref.code}`
  }
  return `https://www.tiktok.com/@${ref.user ?? unknownUser}/${ref.media}/${ref.postId}`
}
