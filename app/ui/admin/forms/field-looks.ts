import { cva } from 'class-variance-authority'

/** A field to type or choose in. Below 1rem phones would zoom into it when it is touched. */
export const fieldBox = cva(
  'min-h-control w-full min-w-0 rounded-control border border-line bg-surface px-3 text-text placeholder:text-muted placeholder:opacity-100 focus:border-link focus-visible:outline-offset-0 aria-invalid:border-bad pointer-coarse:text-base',
  {
    variants: {
      kind: {
        input: '',
        area: 'py-2 leading-normal',
        select: 'cursor-pointer text-ellipsis pe-9',
        file: 'py-1 ps-1 file:me-3 file:min-h-8 file:cursor-pointer file:rounded-sm file:bg-sunken file:px-3 file:font-semibold',
      },
    },
    defaultVariants: { kind: 'input' },
  },
)

export const fieldLabel = 'mb-1 block font-semibold'
export const fieldHint = 'mt-1 text-muted text-sm'
export const fieldProblem = 'mt-1 font-semibold text-bad text-sm'

/** The label around a checkbox or a radio button, its text and a hint in a `choiceHint`. */
export const choice =
  'grid cursor-pointer grid-cols-[auto_1fr] items-start gap-x-3 py-1 [&>input]:mt-0.5'
export const choiceHint = 'col-start-2 text-muted text-sm'
