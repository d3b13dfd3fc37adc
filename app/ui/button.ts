import { cva } from 'class-variance-authority'

/** The look of a button, or of a link that is pressed like one. */
export const button = cva(
  'inline-flex cursor-pointer items-center justify-center rounded-lg border text-center leading-tight transition-colors active:translate-y-px disabled:cursor-progress disabled:opacity-80 aria-disabled:cursor-progress aria-disabled:opacity-80',
  {
    variants: {
      look: {
        ink: 'border-transparent bg-text font-bold text-page hover:opacity-90',
        primary: 'border-transparent bg-accent font-bold text-on-accent hover:bg-accent-strong',
        quiet: 'border-line bg-surface font-semibold text-text hover:border-text',
        danger: 'border-transparent bg-bad font-bold text-page hover:opacity-90',
        'danger-quiet': 'border-line bg-surface font-semibold text-bad hover:border-bad',
      },
      size: {
        small: 'min-h-10 gap-2 px-4 py-1.5 pointer-coarse:min-h-11',
        regular: 'min-h-12 gap-2.5 px-5 py-2',
        large: 'min-h-13 gap-2.5 px-6 py-2 text-lg',
      },
    },
    defaultVariants: { look: 'primary', size: 'regular' },
  },
)

/** A square around one icon; its name is an `aria-label`. */
export const iconButton =
  'inline-grid size-11 flex-none cursor-pointer place-items-center rounded-lg hover:bg-sunken'
