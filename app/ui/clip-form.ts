/**
 * The link form's look: the site's mark in large, a thick clip with its cut-off corner beside it.
 * The root is a container, so that the form follows its own width.
 */
export const clipRoot = 'group/clip @container isolate'

const thickness =
  'before:absolute before:inset-x-0 before:top-2.5 before:-bottom-2.5 before:-z-1 before:rounded-[inherit] before:notch before:[--fill:var(--accent-deep)]'
const corner =
  'after:absolute after:top-0 after:right-0 after:size-[calc(1.414*var(--cut)-1.1rem)] after:rounded-tr-lg after:corner after:transition-transform after:duration-300 focus-within:after:[transform:translate(0.25rem,-0.25rem)_rotate(6deg)] motion-safe:group-aria-busy/clip:after:animate-snip'

export const clipForm = `cut relative grid grid-cols-1 gap-2.5 rounded-card px-[min(1rem,5vw)] pt-3.5 pb-4 text-ink [--cut:2.5rem] [--edge:var(--coral)] [--fill:var(--coral)] [--link:var(--ink)] [--rim:0px] md:gap-3 md:px-6 md:pt-5 md:pb-6 md:[--cut:3rem] ${thickness} ${corner}`
export const clipLabel = 'pr-12 font-bold'

/** The form beside a result: one slim line for another link. */
export const foldedForm = 'rounded-lg border border-line bg-surface p-1'
