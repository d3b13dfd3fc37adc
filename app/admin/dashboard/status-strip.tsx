import { ChevronRight } from 'lucide-react'
import { href, Link } from 'react-router'
import { figure } from '#app/i18n/figure-text.ts'
import type { SystemPart } from '#app/observe/system-facts.ts'
import { panel } from '#app/ui/admin/panel.tsx'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'
import { SystemPartList } from '#app/ui/admin/system-parts.tsx'
import { link } from '#app/ui/link.ts'

/** The system's state in one line, which names what needs attention. The parts are folded below. */
export function StatusStrip({ parts }: { parts: SystemPart[] }) {
  const ailing = parts.filter(({ tone }) => tone === 'bad' || tone === 'warn')
  const worst = ailing.some(({ tone }) => tone === 'bad') ? 'bad' : 'warn'
  const names = ailing.map(({ name, state }) => `${name} (${state})`).join(', ')
  return (
    <details className={panel({ className: 'group not-open:gap-0 py-2.5 sm:py-2.5' })} id="system">
      <summary className="flex min-h-8 cursor-pointer items-center gap-x-2.5 font-semibold pointer-coarse:min-h-11 no-marker">
        <ChevronRight
          className="flex-none text-muted group-open:rotate-90 rtl:-scale-x-100"
          aria-hidden="true"
          size={18}
        />
        <span className="sr-only">System status: </span>
        <StatusBadge tone={ailing.length === 0 ? 'good' : worst}>
          <span className="whitespace-normal">
            {ailing.length === 0 ? 'All systems normal' : `Needs attention: ${names}`}
          </span>
        </StatusBadge>
      </summary>
      {ailing.length === 0 ? (
        <SystemPartList parts={parts} />
      ) : (
        <>
          <SystemPartList parts={ailing} />
          <details className="border-line border-t">
            <summary className="cursor-pointer py-2 pointer-coarse:py-3">
              {`The other ${figure(parts.length - ailing.length)} parts`}
            </summary>
            <SystemPartList parts={parts.filter((part) => !ailing.includes(part))} />
          </details>
        </>
      )}
      <p className="py-2">
        <Link className={link} to={href('/admin/system')}>
          System status
        </Link>
      </p>
    </details>
  )
}
