import { ChevronRight } from 'lucide-react'
import { href, Link } from 'react-router'
import type { SystemPart } from '#app/observe/system-facts.ts'
import { panel } from '#app/ui/admin/panel.tsx'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'
import { SystemPartList } from '#app/ui/admin/system-parts.tsx'
import { link } from '#app/ui/link.ts'

/** All parts of the system in one line, which is open where one of them needs attention. */
export function StatusStrip({ parts }: { parts: SystemPart[] }) {
  const ailing = parts.filter(({ tone }) => tone === 'bad' || tone === 'warn')
  const names = ailing.map(({ name }) => name).join(', ')
  return (
    <details
      className={panel({ className: 'group py-2.5 sm:py-2.5' })}
      id="system"
      open={ailing.length > 0}
    >
      <summary className="flex min-h-8 cursor-pointer flex-wrap items-center gap-x-2.5 font-semibold pointer-coarse:min-h-11 no-marker">
        <ChevronRight
          className="flex-none text-muted group-open:rotate-90 rtl:-scale-x-100"
          aria-hidden="true"
          size={18}
        />
        <span className="sr-only">System status: </span>
        <StatusBadge
          tone={
            ailing.length === 0
              ? 'good'
              : ailing.some(({ tone }) => tone === 'bad')
                ? 'bad'
                : 'warn'
          }
        >
          {ailing.length === 0 ? 'All systems normal' : `Needs attention: ${names}`}
        </StatusBadge>
      </summary>
      <SystemPartList parts={[...ailing, ...parts.filter((part) => !ailing.includes(part))]} />
      <p className="py-2">
        <Link className={link} to={href('/admin/system')}>
          System status
        </Link>
      </p>
    </details>
  )
}
