export function FactList({ children }: { children: React.ReactNode }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(8.25rem,100%),1fr))] gap-x-6 gap-y-3 sm:grid-cols-[repeat(auto-fill,minmax(min(11rem,100%),1fr))] [&_dd]:font-semibold [&_dd]:wrap-anywhere [&_dd]:tabular-nums [&_dt]:text-muted [&_dt]:text-xs">
      {children}
    </dl>
  )
}

/**
 * A name with its value; renders nothing for ''. `isWide` is for long texts and keeps their line
 * breaks.
 */
export function Fact({
  name,
  isWide = false,
  children,
}: {
  name: React.ReactNode
  isWide?: boolean
  children: React.ReactNode
}) {
  if (children === '') return null
  return (
    <div className={isWide ? 'col-span-full' : undefined}>
      <dt>{name}</dt>
      <dd dir="auto">
        {isWide ? (
          <span className="block max-w-240 font-normal whitespace-pre-line">{children}</span>
        ) : (
          children
        )}
      </dd>
    </div>
  )
}

export function Records({
  as: List = 'ul',
  children,
}: {
  as?: 'ul' | 'ol'
  children: React.ReactNode
}) {
  return (
    <List className="divide-y divide-line wrap-anywhere [&_button]:wrap-normal [&>li:first-child]:pt-0 [&>li]:py-2.5">
      {children}
    </List>
  )
}
