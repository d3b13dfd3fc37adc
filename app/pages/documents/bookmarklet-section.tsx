import { fill } from '#app/i18n/catalogue.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { CopyButton, CopyScript } from '#app/ui/copy-button.tsx'
import { usePageAddress } from '#app/ui/site/head/seo.tsx'
import { bookmarkletCode, bookmarkletLink } from './bookmarklet.ts'

export function Bookmarklet() {
  const { t } = useI18n()
  const { siteName, address } = usePageAddress()
  const code = bookmarkletCode(address('/'))
  const name = fill(t.pages.bookmarklet.link, { site: siteName })
  return (
    <section
      className="my-8 rounded-card border border-line bg-surface p-5 lg:p-7"
      aria-labelledby="bookmarklet-title"
    >
      <h2 id="bookmarklet-title" className="display text-2xl">
        {t.pages.bookmarklet.title}
      </h2>
      <p className="mt-3">{t.pages.bookmarklet.drag}</p>
      <p
        className="mt-4"
        // React removes a javascript: address from an href, but this link needs one.
        // biome-ignore lint/security/noDangerouslySetInnerHtml: bookmarkletLink escapes both parts
        dangerouslySetInnerHTML={{ __html: bookmarkletLink(code, name) }}
      />
      <label className="mt-6 mb-1.5 block font-semibold" htmlFor="bookmarklet-code">
        {t.pages.bookmarklet.code}
      </label>
      <textarea
        id="bookmarklet-code"
        className="block w-full rounded-lg border-2 border-line bg-surface px-4 py-3 font-mono"
        rows={4}
        readOnly
        spellCheck={false}
        defaultValue={code}
      />
      <p className="mt-3">
        <CopyButton source="bookmarklet-code" label={t.copy.label} quiet />
      </p>
      <CopyScript />
    </section>
  )
}
