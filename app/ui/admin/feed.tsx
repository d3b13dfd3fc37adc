export function Feed({ children }: { children: React.ReactNode }) {
  return <ul className="divide-y divide-line">{children}</ul>
}

export function FeedItem({ children }: { children: React.ReactNode }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-2 first:pt-0">
      {children}
    </li>
  )
}
