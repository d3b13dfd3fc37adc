import { cva } from 'class-variance-authority'

export const field = cva(
  'w-full min-w-0 rounded-lg border-line bg-surface text-text placeholder:text-muted placeholder:opacity-100 focus:border-focus aria-invalid:border-bad',
  {
    variants: {
      size: {
        small: 'min-h-10 border px-3 pointer-coarse:min-h-11 pointer-coarse:text-base',
        regular: 'min-h-13 border-2 px-4 text-base',
      },
      lines: { one: '', several: 'py-3 leading-normal' },
    },
    defaultVariants: { size: 'regular', lines: 'one' },
  },
)

export const label = 'mb-1.5 block font-semibold'

/** The label around a checkbox or radio button, with its text and a `choiceHint`. */
export const choice =
  'grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 py-1 pointer-coarse:min-h-11 [&>input]:mt-0.5'
export const choiceHint = 'col-start-2 text-xs text-muted'
