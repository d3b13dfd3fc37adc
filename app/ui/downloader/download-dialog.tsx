import { Compass, Download, Link, Share, X } from 'lucide-react'
import { plural } from '#app/i18n/catalogue.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { DeviceKind } from '#app/utils/device.ts'
import { AdSlot } from '../ad-slot.tsx'
import type { Offer } from './post-view.server.ts'

/** Seconds that a visitor waits before the file. */
export const countdownSeconds = 8

/** The countdown as a dialog, opened by the script; without it Download Now leads to a page. */
export function DownloadDialog({ offer, device }: { offer: Offer; device: DeviceKind }) {
  const { t, language } = useI18n()
  return (
    <dialog
      className="dialog"
      aria-labelledby="dialog-title"
      data-dialog
      data-seconds={countdownSeconds}
      data-countdown={JSON.stringify(t.prepare.countdown)}
      data-language={language}
    >
      <form method="dialog" className="dialog-head">
        <h2 id="dialog-title" className="display text-2xl">
          {t.prepare.title}
        </h2>
        <button type="submit" className="icon-button">
          <X aria-hidden="true" size={22} />
          <span className="sr-only">{t.prepare.close}</span>
        </button>
      </form>
      <div className="dialog-part" data-waiting>
        <Countdown seconds={countdownSeconds} />
      </div>
      <div className="dialog-part" data-ready hidden>
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
      <p className="text-lg" role="timer" data-countdown-text>
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
  // iOS keeps a zip as any file; its share sheet is needed for what goes into Photos.
  if (device !== 'ios' || offer.format === 'zip') {
    return (
      <>
        <p className="mb-4 text-lg">{t.prepare.ready}</p>
        <a className="button button-large" href={localPath(offer.saveHref)} data-save>
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
          href={localPath(offer.viewHref)}
          data-share
          data-save-href={localPath(offer.saveHref)}
        >
          <Share aria-hidden="true" size={20} />
          {t.prepare.shareToSave}
        </a>
        <a
          className="button-quiet"
          href={localPath(offer.viewHref)}
          target="_blank"
          rel="noreferrer"
        >
          <Compass aria-hidden="true" size={20} />
          {t.prepare.openInSafari}
        </a>
        <a
          className="button-quiet"
          href={localPath(offer.saveHref)}
          data-copy-link
          data-copied={t.copy.copied}
        >
          <Link aria-hidden="true" size={20} />
          <span role="status">{t.prepare.copyLink}</span>
        </a>
      </div>
    </>
  )
}
