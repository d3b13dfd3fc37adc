import { FolderDown } from 'lucide-react'
import { plural } from '#app/i18n/catalogue.ts'
import { useBatchI18n } from './use-batch-i18n.ts'

export function ZipHead({ clips }: { clips: number }) {
  const { t, language } = useBatchI18n()
  return (
    <div className="flex items-center gap-4">
      <span className="grid h-18 w-13.5 flex-none place-items-center rounded-sm bg-sunken text-muted snip-3">
        <FolderDown aria-hidden="true" size={22} />
      </span>
      <div className="min-w-0">
        <p className="leading-snug font-bold">{t.batch.yours}</p>
        <p className="text-sm text-muted">ZIP · {plural(t.batch.clips, clips, language)}</p>
      </div>
    </div>
  )
}
