import { plural } from '#app/i18n/catalogue.ts'
import { formatDay } from '#app/i18n/document-format.ts'
import { useDocumentI18n } from '#app/i18n/use-i18n.ts'
import type { Article } from '#app/pages/documents/articles.server.ts'

export function ArticleFacts({ article, views }: { article: Article; views?: number | undefined }) {
  const { t, language } = useDocumentI18n()
  const { publishedAt, readingMinutes } = article
  const facts: { name: string; text: React.ReactNode }[] = []
  if (publishedAt !== null) {
    const day = new Date(publishedAt)
    facts.push({
      name: 'date',
      text: (
        <time dateTime={day.toISOString().slice(0, 10)}>{formatDay(publishedAt, language)}</time>
      ),
    })
  }
  facts.push({ name: 'reading', text: plural(t.blog.readingTime, readingMinutes, language) })
  if (views !== undefined) {
    facts.push({ name: 'views', text: plural(t.blog.views, views, language) })
  }
  return (
    <ul className="flex flex-wrap text-sm text-muted">
      {facts.map(({ name, text }, index) => (
        <li key={name}>
          {text}
          {index < facts.length - 1 && (
            <span className="mx-2" aria-hidden="true">
              ·
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
