import { fill } from '#app/i18n/catalogue.ts'
import { useSite } from '#app/i18n/site-context.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'

/**
 * A page's title, with the site's name unless it's `whole`. For a `refused` form it says so first,
 * since it's what screen readers say of a page that has loaded.
 */
export function PageTitle({
  title,
  whole = false,
  refused = false,
}: {
  title: string
  whole?: boolean
  refused?: boolean
}) {
  const { t } = useI18n()
  const { siteName } = useSite()
  const text = whole ? title : `${title} · ${siteName}`
  return <title>{refused ? fill(t.pages.refused, { title: text }) : text}</title>
}
