import { cva } from 'class-variance-authority'

/** The look of an input, a select or a textarea. */
export const field = cva(
  'w-full min-w-0 rounded-lg border-2 border-line bg-surface text-text placeholder:text-muted placeholder:opacity-100 focus:border-link aria-invalid:border-bad',
  {
    variants: {
      size: {
        small: 'min-h-10 px-3 text-base pointer-coarse:min-h-11',
        regular: 'min-h-13 px-4 text-base',
      },
      lines: { one: '', several: 'py-3 leading-normal' },
    },
    defaultVariants: { size: 'regular', lines: 'one' },
  },
)

/** The look of a field's label above it. */
export const label = 'mb-1.5 block font-semibold'
