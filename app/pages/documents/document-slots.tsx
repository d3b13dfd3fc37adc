import type { TagKind } from '#app/http/third-party-tags.ts'
import { fill } from '#app/i18n/catalogue.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { link } from '#app/ui/link.ts'
import { note } from '#app/ui/note.ts'
import { TagList } from '#app/ui/site/frame/tag-list.tsx'
import type { LinkRecipients } from './link-recipients.server.ts'

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
