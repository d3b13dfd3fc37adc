import { button } from '#app/ui/button.ts'

/** Returns a bookmarklet that opens `site`, a page with a look-up, with the current page's link. */
export function bookmarkletCode(site: string): string {
  const target = JSON.stringify(`${site}?url=`).replace(/[<>]/g, '')
  return `javascript:void(open(${target}+encodeURIComponent(location.href)))`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Returns a link to drag to the bookmarks bar. */
export function bookmarkletLink(code: string, label: string): string {
  return `<a class="${button()}" href="${escaped(code)}">${escaped(label)}</a>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? '')
}
