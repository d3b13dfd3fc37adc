import { platformTitles } from '#app/download/platforms/platform-key.ts'
import type { TagKind } from '#app/http/third-party-tags.ts'
import { fill } from '#app/i18n/catalogue.ts'
import { listOf } from '#app/i18n/format.ts'
import { useSite } from '#app/i18n/site-context.ts'
import { useDocumentI18n, useI18n } from '#app/i18n/use-i18n.ts'
import { link } from '#app/ui/link.ts'
import { note } from '#app/ui/note.ts'
import { TagList } from '#app/ui/site/frame/tag-list.tsx'
import type { LinkRecipients } from './link-recipients.server.ts'

export function ContactAddress({ address }: { address: string }) {
  const { t } = useI18n()
  if (address === '') return null
  return (
    <p className={`${note} my-6`}>
      {`${t.pages.contact.label} `}
      <a className={`${link} font-bold`} href={`mailto:${address}`}>
        {address}
      </a>
    </p>
  )
}

export function TagsHere({ kinds }: { kinds: TagKind[] }) {
  const { t, localPath } = useDocumentI18n()
  if (kinds.length === 0) return <p className={`${note} my-6`}>{t.consentPage.none}</p>
  return (
    <div className={`${note} my-6`}>
      <p className="font-bold">{t.consentPage.inUse}</p>
      <TagList kinds={kinds} />
      <p className="mt-3">
        <a className={link} href={localPath('/consent')}>
          {t.consentPage.change}
        </a>
      </p>
    </div>
  )
}

/** Lists who receives a link that is looked up here. */
export function AskedHere({ recipients }: { recipients: LinkRecipients }) {
  const { t, language } = useDocumentI18n()
  const others = useSite().platforms
  const { asked } = t
  const { demo, platform, ytdlp, services, proxy } = recipients
  const asksSites = platform || others.length > 0
  const platforms = listOf(others, language, 'disjunction')
  const hosts = listOf(services, language, 'disjunction')
  const sentences = demo
    ? [asked.demo]
    : [
        platform && asked.platform,
        ytdlp && asked.ytdlp,
        others.length > 0 && fill(asked.others, { platforms }),
        others.includes(platformTitles.bluesky) && asked.bluesky,
        services.length > 0 && fill(asked.service, { hosts }),
        asksSites && services.length === 0 && asked.noThirdParty,
        asksSites && proxy && asked.proxy,
      ].filter((sentence) => sentence !== false)
  return (
    <div className="prose my-5">
      <p>{(sentences.length === 0 ? [asked.nothing] : sentences).join(' ')}</p>
    </div>
  )
}
