import { Compass, Download, Link, Share } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Offer } from '#app/download/lookup/offers.server.ts'
import type { PublicPath } from '#app/i18n/public-path.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { button } from '#app/ui/button.ts'
import { field } from '#app/ui/field.ts'
import { isHomeScreenApp } from '#app/ui/site/device.ts'
import { useRuns } from '#app/ui/site/use-runs.ts'
import { ArrivedText } from './arrived-text.tsx'
import { goesToPhotos, opensInPlayer } from './saves-by-share.ts'
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

/** A file for the share sheet. `openHref` is null if no player can open it. */
export type FileToShare = {
  fetchHref: string
  openHref: string | null
  saveHref: string
  toPhotos: boolean
  bytes: number | null
}

export function fileToShare(offer: Offer, localPath: (path: PublicPath) => string): FileToShare {
  const view = localPath(offer.viewHref)
  return {
    fetchHref: view,
    openHref: opensInPlayer(offer.format) ? view : null,
    saveHref: localPath(offer.saveHref),
    toPhotos: goesToPhotos(offer.format),
    bytes: offer.bytes,
  }
}

/**
 * Ways to save a file on iOS: its share sheet, and others that avoid it. `starts` fetches the file
 * ahead, `onRetry` checks it again.
 */
export function ShareWays({
  file,
  starts,
  onShared,
  onRetry,
}: {
  file: FileToShare
  starts: boolean
  onShared: () => void
  onRetry: () => void
}) {
  const { t } = useI18n()
  const { known, press, leave } = useShareFile(file.fetchHref, file.bytes, starts)
  const inApp = isHomeScreenApp()
  const shares = known.state !== 'unsharable'
  return (
    <OtherWays file={file} shares={shares} inApp={inApp} onOpen={leave}>
      {shares && (
        <button
          type="button"
          className={`${button()} sm:col-span-full`}
          aria-disabled={known.state === 'fetching'}
          onClick={() => {
            if (known.state !== 'failed') return press(onShared)
            leave()
            onRetry()
          }}
        >
          <Share aria-hidden="true" size={20} />
          {known.state === 'failed' ? t.prepare.tryAgain : t.prepare.shareToSave}
        </button>
      )}
      {known.state === 'fetching' && known.arrived !== null && (
        <p className="text-sm tabular-nums sm:col-span-full">
          <ArrivedText {...known.arrived} />
        </p>
      )}
      <p role="status" className="text-sm empty:absolute sm:col-span-full">
        {known.state === 'there' && known.again && t.prepare.tapAgain}
        {known.state === 'failed' && t.saveProblem.stopped}
        {inApp && !shares && t.prepare.openPage}
      </p>
    </OtherWays>
  )
}

/** Ways to save on iOS besides `children`. An app on the home screen opens no file. */
export function OtherWays({
  file: { openHref, saveHref, toPhotos },
  shares = false,
  inApp = false,
  onOpen,
  children,
}: {
  file: Pick<FileToShare, 'openHref' | 'saveHref' | 'toPhotos'>
  shares?: boolean
  inApp?: boolean
  onOpen?: () => void
  children?: React.ReactNode
}) {
  const { t } = useI18n()
  const opens = openHref !== null && !inApp
  return (
    <>
      <p className="font-semibold">{t.prepare.iosHeading}</p>
      <ul className="grid list-disc gap-1 pl-5 text-left text-sm empty:hidden">
        {shares && toPhotos && <li>{t.prepare.iosShare}</li>}
        {opens && <li>{t.prepare.iosSafari}</li>}
        {!inApp && <li>{t.prepare.iosFiles}</li>}
      </ul>
      <div className={`grid w-full gap-2.5 ${opens ? 'sm:grid-cols-2' : ''}`}>
        {children}
        {opens && (
          <a
            className={button({ look: 'quiet' })}
            href={openHref}
            target="_blank"
            rel="noreferrer"
            onClick={onOpen}
          >
            <Compass aria-hidden="true" size={20} />
            {t.prepare.openInSafari}
          </a>
        )}
        {inApp ? !shares && <CopyLink /> : <CopyLink href={saveHref} />}
      </div>
    </>
  )
}

const copiedMs = 2000

/**
 * Copies an address, by default the page's, and confirms it for two seconds. Shows the address
 * where it can't be copied. Without a clipboard it is a link.
 */
export function CopyLink({
  href,
  size = 'regular',
}: {
  href?: string
  size?: 'small' | 'regular'
}) {
  const { t } = useI18n()
  const runs = useRuns()
  const [copied, setCopied] = useState<boolean | 'refused'>(false)
  useEffect(() => {
    if (copied !== true) return
    const timer = setTimeout(() => setCopied(false), copiedMs)
    return () => clearTimeout(timer)
  }, [copied])
  if (href !== undefined && (!runs || navigator.clipboard === undefined)) {
    return (
      <a className={button({ look: 'quiet', size })} href={href}>
        <Link aria-hidden="true" size={20} />
        {size === 'small' ? t.prepare.copyLink : t.prepare.fileLink}
      </a>
    )
  }
  const address = () => new URL(href ?? '', location.href).href
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address())
      setCopied(true)
    } catch {
      setCopied('refused')
    }
  }
  return (
    <>
      <button type="button" className={button({ look: 'quiet', size })} onClick={copy}>
        <Link aria-hidden="true" size={20} />
        {copied === true ? t.copy.copied : t.prepare.copyLink}
      </button>
      {copied === 'refused' && (
        <input
          className={`${field({ size: 'small' })} sm:col-span-full`}
          aria-label={t.prepare.fileLink}
          readOnly
          value={address()}
          ref={(input) => {
            input?.select()
          }}
        />
      )}
      <span role="status" className="sr-only">
        {copied === true && t.copy.copied}
      </span>
    </>
  )
}
