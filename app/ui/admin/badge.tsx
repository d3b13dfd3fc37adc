/** A word beside a name, such as "You" or "Blocked". */
export function Badge({ children }: { children: React.ReactNode }) {
  return (
    <span className="inline-flex items-center rounded-sm bg-sunken px-1.5 font-semibold text-xs">
      {children}
    </span>
  )
}
