import type { TagKind } from '#app/http/third-party-tags.ts'
import { fill } from '#app/i18n/catalogue.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { CopyButton, CopyScript } from '#app/ui/copy-button.tsx'
import { field, label } from '#app/ui/field.ts'
import { link } from '#app/ui/link.ts'
import { note } from '#app/ui/note.ts'
import { TagList } from '#app/ui/site/frame/consent.tsx'
import { usePageAddress } from '#app/ui/site/head/seo.tsx'
import { card } from '#app/ui/surface.ts'
import { bookmarkletCode, bookmarkletLink } from './bookmarklet.ts'
import type { LinkRecipients } from './link-recipients.server.ts'

/** A bookmark that opens this site with the link of the page it is used on. */
export function Bookmarklet() {
  const { t } = useI18n()
  const { siteName, address } = usePageAddress()
  const code = bookmarkletCode(address('/'))
  const name = fill(t.pages.bookmarklet.link, { site: siteName })
  return (
    <section className={`${card} my-8`} aria-labelledby="bookmarklet-title">
      <h2 id="bookmarklet-title" className="display text-2xl">
        {t.pages.bookmarklet.title}
      </h2>
      <p className="mt-3">{t.pages.bookmarklet.drag}</p>
      <p
        className="mt-4"
        // React takes a javascript: address out of an href; here it is what the link is for.
        // biome-ignore lint/security/noDangerouslySetInnerHtml: bookmarkletLink escapes both parts
        dangerouslySetInnerHTML={{ __html: bookmarkletLink(code, name) }}
      />
      <label className={`${label} mt-6`} htmlFor="bookmarklet-code">
        {t.pages.bookmarklet.code}
      </label>
      <textarea
        id="bookmarklet-code"
        className={`${field({ lines: 'several' })} font-mono`}
        rows={3}
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

/** Where the operator can be written to; nothing if they have not said. */
export function ContactAddress({ address }: { address: string }) {
  const { t } = useI18n()
  if (address === '') return null
  return (
    <p className={`${note} my-6`}>
      {t.pages.contact.label}{' '}
      <a className={`${link} font-bold`} href={`mailto:${address}`}>
        {address}
      </a>
    </p>
  )
}

/** Which tools of other companies are switched on here, and where visitors change their mind. */
export function TagsHere({ kinds }: { kinds: TagKind[] }) {
  const { t, localPath } = useI18n()
  if (kinds.length === 0) return <p className={`${note} my-6`}>{t.consent.none}</p>
  return (
    <div className={`${note} my-6`}>
      <p className="font-bold">{t.consent.inUse}</p>
      <TagList kinds={kinds} />
      <p className="mt-3">
        <a className={link} href={localPath('/consent')}>
          {t.consent.change}
        </a>
      </p>
    </div>
  )
}

/** Who learns of a link that is looked up here. */
export function AskedHere({ recipients }: { recipients: LinkRecipients }) {
  const { t, language } = useI18n()
  const { asked } = t.pages
  const { demo, platform, ytdlp, services, proxy } = recipients
  const hosts = new Intl.ListFormat(language, { type: 'disjunction' }).format(services)
  const sentences = demo
    ? [asked.demo]
    : [
        ...(platform ? [asked.platform] : []),
        ...(ytdlp ? [asked.ytdlp] : []),
        ...(services.length > 0 ? [fill(asked.service, { hosts })] : []),
        ...(platform && services.length === 0 ? [asked.noThirdParty] : []),
        ...(platform && proxy ? [asked.proxy] : []),
      ]
  return (
    <div className="prose my-5">
      <p>{(sentences.length === 0 ? [asked.nothing] : sentences).join(' ')}</p>
    </div>
  )
}
