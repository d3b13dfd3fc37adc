/**
 * A result's card, and its placeholder while a look-up runs. It follows its own width: the cover is
 * beside the head, in a wide card beside everything. With `beside` the hero shows the clip next to
 * the card where there is room, and the card's own cover is left out there.
 */
export function ResultFrame({
  beside,
  labelledBy,
  children,
}: {
  beside: boolean
  /** The title's id. Omitted for a placeholder. */
  labelledBy?: string
  children: React.ReactNode
}) {
  const Frame = labelledBy === undefined ? 'div' : 'article'
  return (
    <div className="@container mt-5">
      <Frame
        data-result-card
        aria-labelledby={labelledBy}
        className={`cut grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-4 gap-y-3 p-4 @md:grid-cols-[clamp(8.5rem,30cqi,15rem)_minmax(0,1fr)] @md:grid-rows-[auto_1fr] @md:gap-x-6 @md:gap-y-4 @md:p-6 ${beside ? 'lg:flex lg:flex-col' : ''} ${labelledBy === undefined ? '' : 'motion-safe:animate-come-in'}`}
      >
        {children}
      </Frame>
    </div>
  )
}

export const coverCell = (beside: boolean) =>
  `relative self-start @md:row-span-2 ${beside ? 'lg:hidden' : ''}`
export const coverShape = 'aspect-9/16 w-full rounded-lg bg-sunken snip-6 min-h-26 @md:snip-9'
export const headCell = 'min-w-0 pr-4 @md:pr-8'
export const actionsCell = 'col-span-2 grid min-w-0 content-start gap-3 @md:col-span-1 @md:gap-4'
