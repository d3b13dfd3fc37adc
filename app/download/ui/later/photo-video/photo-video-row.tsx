import { Film } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { PostView } from '#app/download/lookup/offers.server.ts'
import { Details, formatRow } from '#app/download/ui/details.tsx'
import type { RenewalProblem } from '#app/download/ui/later/use-fresh-post.ts'
import { useLateTexts } from '#app/i18n/late/late-texts.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { tellAttempt } from '#app/ui/site/browser/tell.ts'
import { useVisit } from '#app/ui/site/use-visit.ts'

const load = () => import('./photo-video-dialog.tsx')
type DialogComponent = Awaited<ReturnType<typeof load>>['PhotoVideoDialog']

type RowProps = {
  post: PostView
  /** Numbers of the images to show. Empty for all. */
  ticked: readonly number[]
  problem: RenewalProblem | null
  renew: () => void
}

/** Offers a photo post as a video where the browser can make one. Renders nothing elsewhere. */
export default function PhotoVideoRow(props: RowProps) {
  const { language } = useI18n()
  const { consent } = useVisit()
  const texts = useLateTexts(language).photoVideo
  const [canMake, setCanMake] = useState(false)
  const [Dialog, setDialog] = useState<{ Shown: DialogComponent } | null>(null)
  useEffect(() => {
    encodesVideo().then(setCanMake, () => undefined)
  }, [])
  const zip = props.post.formats.find(({ format }) => format === 'zip')
  if (!canMake || zip === undefined) return null
  const open = () => {
    load().then(
      ({ PhotoVideoDialog }) => {
        // Counted as the ZIP of the images and the sound that it's made of.
        tellAttempt(zip.format, consent === 'accepted')
        setDialog({ Shown: PhotoVideoDialog })
      },
      () => undefined,
    )
  }
  return (
    <div className="col-span-full grid">
      <button type="button" className={`${formatRow} bg-surface text-left`} onClick={open}>
        <Film aria-hidden="true" size={20} />
        <span className="font-bold">{texts.row}</span>{' '}
        <span className="ml-auto text-sm text-muted tabular-nums">
          <Details parts={['MP4', texts.madeHere]} />
        </span>
      </button>
      {Dialog !== null && (
        <Dialog.Shown {...props} zip={zip} texts={texts} onClose={() => setDialog(null)} />
      )}
    </div>
  )
}

/** True if the browser encodes H.264, the only codec that all players and apps take. */
async function encodesVideo(): Promise<boolean> {
  if (!('VideoEncoder' in window && 'OffscreenCanvas' in window)) return false
  if (!('showModal' in HTMLDialogElement.prototype)) return false
  if (isWebKitOnLinux(navigator.userAgent)) return false
  // High profile, level 4.0: the largest frame of such a video.
  const largest = { codec: 'avc1.640028', width: 1080, height: 1920 }
  const { supported } = await VideoEncoder.isConfigSupported(largest)
  return supported === true
}

/** The pages of these browsers (WebKitGTK) crash as soon as they are asked what they encode. */
function isWebKitOnLinux(userAgent: string): boolean {
  return /\bLinux\b.*\bVersion\//.test(userAgent) && !/\b(?:Android|Chrome)\b/.test(userAgent)
}
