/** One thing of schema.org, without its context. */
export type Thing = { '@type': string; [property: string]: unknown }

const escapes: Record<string, string> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

/** JSON that means the same and can neither end its script element nor a line of a script. */
export function jsonLdText(things: Thing[]): string {
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': things })
  return json.replace(/[<>&\u2028\u2029]/g, (character) => escapes[character] ?? '')
}

export function webSite(site: { name: string; url: string; language: string }): Thing {
  return {
    '@type': 'WebSite',
    '@id': `${site.url}#website`,
    name: site.name,
    url: site.url,
    inLanguage: site.language,
  }
}

/** The tool itself, which costs nothing and runs in a browser. */
export function webApplication(app: {
  name: string
  url: string
  description: string
  language: string
  image: string
  features: string[]
}): Thing {
  return {
    '@type': 'WebApplication',
    '@id': `${app.url}#app`,
    name: app.name,
    url: app.url,
    description: app.description,
    inLanguage: app.language,
    image: app.image,
    applicationCategory: 'MultimediaApplication',
    operatingSystem: 'Any',
    browserRequirements: 'Any web browser; JavaScript is optional',
    isAccessibleForFree: true,
    offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
    ...(app.features.length > 0 && { featureList: app.features }),
  }
}

export function faqPage(
  items: readonly { question: string; answer: string }[],
  page: { url: string; language: string },
): Thing {
  return {
    '@type': 'FAQPage',
    '@id': `${page.url}#faq`,
    inLanguage: page.language,
    mainEntity: items.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
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

/** The way from the start page to a page, which is the last of the items. */
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
