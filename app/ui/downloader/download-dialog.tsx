import { Compass, Download, Link, Share, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { prepareShare, shareToSave } from '#app/enhance/share.ts'
import { plural } from '#app/i18n/catalogue.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { DeviceKind } from '#app/utils/device.ts'
import { AdSlot } from '../ad-slot.tsx'
import type { Offer } from './post-view.server.ts'
import { useCountdown } from './use-countdown.ts'

/** Seconds that a visitor waits before the file. */
export const countdownSeconds = 8

/** The countdown as a dialog; without a script Download Now leads to a page with the same content. */
export function DownloadDialog({
  offer,
  device,
  open,
  onClose,
}: {
  offer: Offer
  device: DeviceKind
  open: boolean
  onClose: () => void
}) {
  const { t } = useI18n()
  const dialog = useRef<HTMLDialogElement>(null)
  const ready = useRef<HTMLDivElement>(null)
  const left = useCountdown(open, countdownSeconds)
  const isReady = left === 0
  useEffect(() => {
    if (open) dialog.current?.showModal()
  }, [open])
  useEffect(() => {
    if (isReady) ready.current?.querySelector('a')?.focus()
  }, [isReady])
  const toShare = open && sharesFile(offer, device) ? offer.saveHref : null
  useEffect(() => {
    if (toShare === null) return
    const abort = new AbortController()
    prepareShare(toShare, abort.signal)
    return () => abort.abort()
  }, [toShare])
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="dialog-title" onClose={onClose}>
      <form method="dialog" className="dialog-head">
        <h2 id="dialog-title" className="display text-2xl">
          {t.prepare.title}
        </h2>
        <button type="submit" className="icon-button">
          <X aria-hidden="true" size={22} />
          <span className="sr-only">{t.prepare.close}</span>
        </button>
      </form>
      <div className="dialog-part" hidden={isReady}>
        <Countdown seconds={left} />
      </div>
      <div className="dialog-part" ref={ready} hidden={!isReady}>
        <ReadyActions offer={offer} device={device} />
      </div>
      <AdSlot place="dialog" />
    </dialog>
  )
}

export function Countdown({ seconds }: { seconds: number }) {
  const { t, language } = useI18n()
  return (
    <>
      <p className="text-lg" role="timer">
        {plural(t.prepare.countdown, seconds, language)}
      </p>
      <div className="countdown-bar" aria-hidden="true">
        <span />
      </div>
    </>
  )
}

/** What can be done once the countdown is over; iOS saves files through its share sheet. */
export function ReadyActions({ offer, device }: { offer: Offer; device: DeviceKind }) {
  const { t, localPath } = useI18n()
  const save = localPath(offer.saveHref)
  const view = localPath(offer.viewHref)
  if (!sharesFile(offer, device)) {
    return (
      <>
        <p className="mb-4 text-lg">{t.prepare.ready}</p>
        <a className="button button-large" href={save}>
          <Download aria-hidden="true" size={20} />
          {t.prepare.downloadNow}
        </a>
      </>
    )
  }
  return (
    <>
      <p className="text-lg font-semibold">{t.prepare.iosHeading}</p>
      <ul className="my-4 grid list-disc gap-2 pl-5">
        <li>{t.prepare.iosShare}</li>
        <li>{t.prepare.iosSafari}</li>
        <li>{t.prepare.iosFiles}</li>
      </ul>
      <div className="save-ways">
        <a
          className="button"
          href={view}
          onClick={(event) => {
            event.preventDefault()
            shareToSave({ save: offer.saveHref, view })
          }}
        >
          <Share aria-hidden="true" size={20} />
          {t.prepare.shareToSave}
        </a>
        <a className="button-quiet" href={view} target="_blank" rel="noreferrer">
          <Compass aria-hidden="true" size={20} />
          {t.prepare.openInSafari}
        </a>
        <CopyLink href={save} />
      </div>
    </>
  )
}

/** iOS keeps a zip as any file; its share sheet is needed for what goes into Photos. */
function sharesFile(offer: Offer, device: DeviceKind): boolean {
  return device === 'ios' && offer.format !== 'zip'
}

const copiedMs = 2000

/** Copies the file's address, and says so for two seconds; where that fails the link is followed. */
function CopyLink({ href }: { href: string }) {
  const { t } = useI18n()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), copiedMs)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <a
      className="button-quiet"
      href={href}
      onClick={(event) => {
        const { href: address } = event.currentTarget
        if (navigator.clipboard === undefined) return
        event.preventDefault()
        navigator.clipboard.writeText(address).then(
          () => setCopied(true),
          () => location.assign(address),
        )
      }}
    >
      <Link aria-hidden="true" size={20} />
      <span role="status">{copied ? t.copy.copied : t.prepare.copyLink}</span>
    </a>
  )
}
