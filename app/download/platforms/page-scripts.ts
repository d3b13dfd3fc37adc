/** Of a page's scripts, some forty, one to three name the post. */
const mostScripts = 40
const mostText = 4_000_000
/** Platforms' opening tags are shorter. */
const longestTag = 1_000

/**
 * Yields a page's scripts in order. Data in a script has `</script` escaped, so the first one ends
 * it.
 */
export function* scriptsIn(html: string): Generator<{ tag: string; content: string }> {
  let at = html.indexOf('<script')
  while (at >= 0) {
    const tagEnd = html.indexOf('>', at)
    const end = tagEnd < 0 ? -1 : html.indexOf('</script', tagEnd)
    if (end < 0) return
    const tag = tagEnd - at <= longestTag ? html.slice(at, tagEnd) : ''
    yield { tag, content: html.slice(tagEnd + 1, end) }
    at = html.indexOf('<script', end)
  }
}

/** Yields the scripts that name a post, as far as is worth reading. */
export function* scriptsAbout(html: string, named: RegExp): Generator<string> {
  let scripts = 0
  let characters = 0
  for (const { content } of scriptsIn(html)) {
    if (!named.test(content)) continue
    scripts += 1
    characters += content.length
    if (scripts > mostScripts || characters > mostText) return
    yield content
  }
}

/** Returns the content of the script with an id, with any other attributes. Null without one. */
export function scriptWithId(html: string, id: string): string | null {
  for (const { tag, content } of scriptsIn(html)) {
    if (/\sid\s*=\s*["']?([^"'\s>]{1,100})/.exec(tag)?.[1] === id) return content
  }
  return null
}
