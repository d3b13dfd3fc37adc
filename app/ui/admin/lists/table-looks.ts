import { cva } from 'class-variance-authority'

export const headCell = cva(
  'sticky top-13 z-5 bg-sunken px-2.5 py-1.5 text-xs font-bold whitespace-nowrap text-muted uncontained:static first:rounded-ss-lg last:rounded-se-lg cards:static cards:w-auto cards:min-w-0 cards:bg-transparent cards:p-0 cards:whitespace-normal',
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
      /** Above cards only the pressable part of the head remains. */
      inCards: { true: 'cards:block', false: 'cards:hidden' },
      /** Left out of a table of lines between a phone's and a laptop's width. */
      roomy: { true: '@[44rem]:@max-4xl:hidden', more: '@[44rem]:@max-5xl:hidden' },
    },
    defaultVariants: { look: 'text' },
  },
)

export const bodyCell = cva(
  'border-t border-line px-2.5 font-normal wrap-anywhere cards:block cards:h-auto cards:border-t-0 cards:px-0 cards:py-0.5 cards:empty:hidden',
  {
    variants: {
      look: {
        end: 'w-px text-end whitespace-nowrap cards:w-auto cards:text-start cards:whitespace-normal',
        tight: 'w-px whitespace-nowrap cards:w-auto cards:whitespace-normal',
        line: 'min-w-42 cards:col-span-full cards:min-w-0',
        wide: 'min-w-48 @6xl:w-[28%] cards:col-span-full cards:min-w-0',
        even: '',
      },
      density: { comfortable: 'h-11 py-1.5', compact: 'h-8 py-0.5' },
      roomy: { true: '@[44rem]:@max-4xl:hidden', more: '@[44rem]:@max-5xl:hidden' },
      phone: {
        end: 'lines:col-start-2 lines:row-start-1 lines:self-center lines:before:hidden lines:@max-3xs:col-span-full lines:@max-3xs:row-start-auto',
        under:
          'lines:col-span-full lines:truncate lines:pt-0 lines:[&_wbr]:hidden lines:text-xs lines:text-muted lines:before:hidden',
        name: 'lines:col-span-1 lines:col-start-1 lines:pe-0 lines:pb-0',
        none: 'lines:hidden',
      },
      labelled: {
        true: 'cards:before:block cards:before:text-xs cards:before:text-muted cards:before:content-[attr(data-label)]',
      },
    },
  },
)

export const bodyRow = cva(
  'group/row scroll-mt-24 scroll-mb-24 aria-busy:opacity-60 focus-within:bg-sunken/45 hover:bg-sunken/45 has-[[type=checkbox]:checked]:bg-mint/11 cards:relative cards:mb-2.5 cards:grid cards:grid-cols-[repeat(auto-fill,minmax(min(7.75rem,45%),1fr))] cards:gap-x-4 cards:gap-y-0.5 cards:rounded-lg cards:border cards:border-line cards:bg-surface cards:px-3.5 cards:py-2.5',
  {
    variants: {
      density: { comfortable: '', compact: 'cards:mb-1 cards:py-1' },
      inLine: {
        true: 'lines:-mt-px lines:mb-0 lines:grid-cols-[minmax(0,1fr)_auto] lines:gap-x-2 lines:rounded-none lines:py-1 lines:first:rounded-t-lg lines:last:rounded-b-lg',
      },
      hasMenu: { true: '' },
    },
    compoundVariants: [{ inLine: true, hasMenu: true, class: 'lines:pe-12' }],
  },
)

export const nameCell = cva(
  'text-start cards:col-span-full cards:pe-10 cards:pb-1.5 cards:text-base @5xl:min-w-34',
  { variants: { look: { wide: '@5xl:w-1/2', normal: '@5xl:w-1/4', even: '@[44rem]:min-w-42' } } },
)
