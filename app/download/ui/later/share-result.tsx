import { QrCode, Share } from 'lucide-react'
import { useState } from 'react'
import type { PostView } from '#app/download/lookup/offers.server.ts'
import { resultAddress } from '#app/download/lookup/result-address.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { type SavePart, withPart } from '#app/posts/save-part.ts'
import { button } from '#app/ui/button.ts'
import { CopyLink } from './save-ways.tsx'

export default function ShareResult({
  post: { postId, item, title },
  part,
}: {
  post: Pick<PostView, 'postId' | 'item' | 'title'>
  part: SavePart | null
}): React.ReactNode {
  const { t, localPath } = useI18n()
  const [code, setCode] = useState<string | null>(null)
  const path = withPart(resultAddress(localPath('/'), postId, item), part)
  const address = () => new URL(path, location.href).href
  const share = () => {
    // Closing the sheet isn't a failure.
    navigator.share({ title, url: address() }).catch(() => undefined)
  }
  const showCode = async () => {
    if (code !== null) return setCode(null)
    const { toString: toText } = await import('qrcode')
    const svg = await toText(address(), { type: 'svg', margin: 4 })
    setCode(`data:image/svg+xml,${encodeURIComponent(svg)}`)
  }
  const look = { look: 'quiet', size: 'small' } as const
  return (
    <>
      {typeof navigator.share === 'function' && (
        <button type="button" className={button(look)} onClick={share}>
          <Share aria-hidden="true" size={18} />
          {t.result.share}
        </button>
      )}
      <CopyLink href={path} size="small" />
      <button
        type="button"
        className={button({ ...look, className: 'max-md:hidden' })}
        aria-expanded={code !== null}
        onClick={showCode}
      >
        <QrCode aria-hidden="true" size={18} />
        {t.result.toPhone}
      </button>
      {code !== null && (
        <div className="w-full max-md:hidden">
          <img className="rounded-lg" src={code} width={192} alt={`QR: ${t.result.toPhone}`} />
        </div>
      )}
    </>
  )
}
