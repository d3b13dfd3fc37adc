import { cva } from 'class-variance-authority'

export const headCell = cva(
  'sticky top-13 z-5 bg-sunken px-2.5 py-1.5 text-xs font-bold whitespace-nowrap text-muted not-supports-[container-type:inline-size]:max-xl:static first:rounded-ss-lg last:rounded-se-lg @max-4xl:static @max-4xl:w-auto @max-4xl:min-w-0 @max-4xl:bg-transparent @max-4xl:p-0',
  {
    variants: {
      look: {
        text: 'text-start',
        end: 'w-px text-end',
        tight: 'w-px text-start',
        line: 'min-w-42 text-start',
        wide: 'min-w-48 text-start',
        even: 'text-start',
      },
      /** Above cards only what can be pressed is left of the head. */
      inCards: { true: '@max-4xl:block', false: '@max-4xl:hidden' },
    },
    defaultVariants: { look: 'text' },
  },
)

export const bodyCell = cva(
  'h-11 border-t border-line px-2.5 py-1.5 font-normal wrap-anywhere @max-4xl:block @max-4xl:h-auto @max-4xl:border-t-0 @max-4xl:px-0 @max-4xl:py-0.5 @max-4xl:empty:hidden',
  {
    variants: {
      look: {
        end: 'w-px text-end whitespace-nowrap @max-4xl:w-auto @max-4xl:text-start @max-4xl:whitespace-normal',
        tight: 'w-px whitespace-nowrap @max-4xl:w-auto @max-4xl:whitespace-normal',
        line: 'min-w-42 @max-4xl:col-span-full @max-4xl:min-w-0',
        wide: 'min-w-48 @max-4xl:col-span-full @max-4xl:min-w-0',
        even: '',
      },
      density: { comfortable: '', compact: '@4xl:h-8 @4xl:py-0.5' },
      phone: {
        end: '@max-xl:col-start-2 @max-xl:row-span-2 @max-xl:row-start-1 @max-xl:self-center @max-xl:before:hidden',
        under:
          '@max-xl:col-span-1 @max-xl:col-start-1 @max-xl:truncate @max-xl:pt-0 @max-xl:[&_wbr]:hidden @max-xl:text-xs @max-xl:text-muted @max-xl:before:hidden',
        name: '@max-xl:col-span-1 @max-xl:col-start-1 @max-xl:pe-0 @max-xl:pb-0',
        none: '@max-xl:hidden',
      },
      labelled: {
        true: '@max-4xl:before:block @max-4xl:before:text-xs @max-4xl:before:text-muted @max-4xl:before:content-[attr(data-label)]',
      },
    },
  },
)

export const bodyRow = cva(
  'group/row scroll-mt-24 scroll-mb-24 aria-busy:opacity-60 focus-within:bg-sunken/45 hover:bg-sunken/45 has-[[type=checkbox]:checked]:bg-mint/11 @max-4xl:relative @max-4xl:mb-2.5 @max-4xl:grid @max-4xl:grid-cols-[repeat(auto-fill,minmax(min(7.75rem,45%),1fr))] @max-4xl:gap-x-4 @max-4xl:gap-y-0.5 @max-4xl:rounded-lg @max-4xl:border @max-4xl:border-line @max-4xl:bg-surface @max-4xl:px-3.5 @max-4xl:py-2.5',
  {
    variants: {
      density: { comfortable: '', compact: '@max-4xl:mb-1 @max-4xl:py-1' },
      inLine: {
        true: '@max-xl:-mt-px @max-xl:mb-0 @max-xl:grid-cols-[minmax(0,1fr)_auto] @max-xl:gap-x-2 @max-xl:rounded-none @max-xl:py-1',
      },
      hasMenu: { true: '' },
    },
    compoundVariants: [{ inLine: true, hasMenu: true, class: '@max-xl:pe-12' }],
  },
)

export const nameCell = cva(
  'text-start @max-4xl:col-span-full @max-4xl:pe-10 @max-4xl:pb-1.5 @max-4xl:text-base @5xl:min-w-34',
  { variants: { look: { wide: '@5xl:w-1/2', usual: '@5xl:w-1/4', even: '' } } },
)
