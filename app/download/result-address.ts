/** The address at which a page with the downloader shows a post; `page` has its language in front. */
export function resultAddress(page: string, postId: string): string {
  return `${page}?post=${postId}`
}
