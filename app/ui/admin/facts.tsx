/** Names and values side by side, as `<div><dt>…</dt><dd>…</dd></div>` each. */
export function FactList({ children }: { children: React.ReactNode }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(11rem,100%),1fr))] gap-x-6 gap-y-3 [&_dd]:font-semibold [&_dd]:wrap-anywhere [&_dd]:tabular-nums [&_dt]:text-muted [&_dt]:text-xs">
      {children}
    </dl>
  )
}

/** Records under each other, with a line between them. */
export function Records({
  as: List = 'ul',
  children,
}: {
  as?: 'ul' | 'ol'
  children: React.ReactNode
}) {
  return (
    <List className="divide-y divide-line wrap-anywhere [&>li:first-child]:pt-0 [&>li]:py-2.5">
      {children}
    </List>
  )
}
