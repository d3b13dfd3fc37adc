/** `page` includes the language prefix, `item` is the shown one of several videos, from 1. */
export function resultAddress(page: string, postId: string, item = 1): string {
  const address = `${page}?post=${postId}`
  return item === 1 ? address : `${address}&item=${item}`
}

/** Parses a video's number in an address. 1 for anything else. */
export function parseItem(text: string | null): number {
  return text !== null && /^[1-9]\d?$/.test(text) ? Number(text) : 1
}
