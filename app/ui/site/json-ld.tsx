import { jsonLdText, type Thing } from './json-ld.ts'

/** What search engines read of a page. A block of data: no script policy stands in its way. */
export function JsonLd({ things }: { things: Thing[] }) {
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: jsonLdText leaves no way out of it
      dangerouslySetInnerHTML={{ __html: jsonLdText(things) }}
    />
  )
}
