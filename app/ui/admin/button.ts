import { cva } from 'class-variance-authority'

/** A button or a link that looks like one. It grows to a finger's size on touch. */
export const button = cva(
  'inline-flex min-h-control cursor-pointer items-center justify-center gap-2 rounded-control px-4 py-1 text-center leading-tight disabled:cursor-progress disabled:opacity-80 aria-disabled:cursor-progress aria-disabled:opacity-80 group-aria-busy/main:cursor-progress group-aria-busy/main:opacity-60',
  {
    variants: {
      look: {
        primary:
          'bg-accent font-bold text-on-accent transition-colors hover:bg-accent-strong active:translate-y-px',
        quiet:
          'border border-line bg-surface font-semibold text-text transition-colors hover:border-text active:translate-y-px',
        danger: 'bg-bad font-bold text-page underline-offset-4 hover:underline',
        'danger-quiet':
          'border border-bad font-semibold text-bad underline-offset-4 hover:underline',
      },
    },
    defaultVariants: { look: 'primary' },
  },
)
