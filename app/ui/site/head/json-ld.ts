/** A schema.org object without its context. */
export type Thing = { '@type': string; [property: string]: unknown }

const escapes: Record<string, string> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

/** Returns equivalent JSON that can end neither its script element nor a script line. */
export function jsonLdText(things: Thing[]): string {
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': things })
  return json.replace(/[<>&\u2028\u2029]/g, (character) => escapes[character] ?? '')
}

export function blogPosting(post: {
  url: string
  title: string
  description: string
  language: string
  image: string
  author: string
  publisher: { name: string; url: string }
  publishedAt: number | null
  modifiedAt: number
  words: number
  section: string | null
}): Thing {
  return {
    '@type': 'BlogPosting',
    '@id': `${post.url}#article`,
    mainEntityOfPage: post.url,
    url: post.url,
    // Search engines cut longer headlines off.
    headline: post.title.slice(0, 110),
    description: post.description,
    inLanguage: post.language,
    image: post.image,
    ...(post.publishedAt !== null && { datePublished: isoTime(post.publishedAt) }),
    dateModified: isoTime(post.modifiedAt),
    wordCount: post.words,
    ...(post.section !== null && { articleSection: post.section }),
    author: { '@type': 'Organization', name: post.author, url: post.publisher.url },
    publisher: { '@type': 'Organization', ...post.publisher },
  }
}

/** The path from the start page to a page, the last item. */
export function breadcrumbList(items: readonly { name: string; url: string }[]): Thing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: items.map(({ name, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: url,
    })),
  }
}

function isoTime(time: number): string {
  return new Date(time).toISOString()
}
