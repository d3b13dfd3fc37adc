import { cva } from 'class-variance-authority'
import type { LucideIcon } from 'lucide-react'

const callout = cva(
  'flex items-start gap-2.5 rounded-lg rounded-s-sm border border-line border-s-4 bg-surface px-4 py-2.5',
  {
    variants: {
      tone: {
        plain: 'border-s-mint',
        good: 'border-s-good',
        warn: 'border-s-warn',
        bad: 'border-s-bad',
      },
    },
  },
)

const iconColors = { plain: 'text-good', good: 'text-good', warn: 'text-warn', bad: 'text-bad' }

export function Callout({
  tone = 'plain',
  icon: Icon,
  className,
  children,
  ...box
}: React.ComponentProps<'div'> & { tone?: keyof typeof iconColors; icon?: LucideIcon }) {
  return (
    <div className={callout({ tone, className })} {...box}>
      {Icon !== undefined && (
        <Icon className={`mt-0.5 flex-none ${iconColors[tone]}`} aria-hidden="true" size={19} />
      )}
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}
