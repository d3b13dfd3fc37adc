import { Compass, Download, Link, Share } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Offer } from '#app/download/lookup/offers.server.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { button } from '#app/ui/button.ts'
import { useRuns } from '#app/ui/site/use-runs.ts'
import { ArrivedText } from './arrived-text.tsx'
import { useShareFile } from './use-share-file.ts'

/** An answer that is no file leaves the page where it is. */
export function SaveLink({
  href,
  onClick,
  linkRef,
}: {
  href: string
  onClick?: (event: React.MouseEvent<HTMLAnchorElement>) => void
  linkRef?: React.Ref<HTMLAnchorElement>
}) {
  const { t } = useI18n()
  return (
    <a ref={linkRef} className={button({ size: 'large' })} href={href} download onClick={onClick}>
      <Download aria-hidden="true" size={20} />
      {t.prepare.downloadNow}
    </a>
  )
}

/** iOS saves files through its share sheet. The other ways avoid it. */
export function ShareWays({ offer, onShared }: { offer: Offer; onShared?: () => void }) {
  const { t, localPath } = useI18n()
  const view = localPath(offer.viewHref)
  const { share, arrived } = useShareFile(localPath(offer.saveHref), view)
  return (
    <>
      <p className="font-semibold">{t.prepare.iosHeading}</p>
      <ul className="grid list-disc gap-1 pl-5 text-left text-sm">
        <li>{t.prepare.iosShare}</li>
        <li>{t.prepare.iosSafari}</li>
        <li>{t.prepare.iosFiles}</li>
      </ul>
      <div className="grid w-full gap-2.5 sm:grid-cols-2">
        <a
          className={`${button()} sm:col-span-full`}
          href={view}
          onClick={(event) => {
            event.preventDefault()
            share().then((shared) => shared && onShared?.())
          }}
        >
          <Share aria-hidden="true" size={20} />
          {t.prepare.shareToSave}
        </a>
        {arrived !== null && (
          <p className="text-center text-sm tabular-nums sm:col-span-full">
            <ArrivedText {...arrived} />
          </p>
        )}
        <a className={button({ look: 'quiet' })} href={view} target="_blank" rel="noreferrer">
          <Compass aria-hidden="true" size={20} />
          {t.prepare.openInSafari}
        </a>
        <CopyLink href={localPath(offer.saveHref)} />
      </div>
    </>
  )
}

const copiedMs = 2000

/** Copies an address and confirms it for two seconds. Without a clipboard it is a link. */
export function CopyLink({ href, size = 'regular' }: { href: string; size?: 'small' | 'regular' }) {
  const { t } = useI18n()
  const runs = useRuns()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), copiedMs)
    return () => clearTimeout(timer)
  }, [copied])
  if (!runs || navigator.clipboard === undefined) {
    return (
      <a className={button({ look: 'quiet', size })} href={href}>
        <Link aria-hidden="true" size={20} />
        {size === 'small' ? t.prepare.copyLink : t.prepare.fileLink}
      </a>
    )
  }
  const copy = async () => {
    const address = new URL(href, location.href).href
    try {
      await navigator.clipboard.writeText(address)
      setCopied(true)
    } catch {
      location.assign(address)
    }
  }
  return (
    <>
      <button type="button" className={button({ look: 'quiet', size })} onClick={copy}>
        <Link aria-hidden="true" size={20} />
        {copied ? t.copy.copied : t.prepare.copyLink}
      </button>
      <span role="status" className="sr-only">
        {copied && t.copy.copied}
      </span>
    </>
  )
}
