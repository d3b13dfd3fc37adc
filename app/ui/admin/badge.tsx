export function Badge({ children }: { children: React.ReactNode }) {
  return (
    <span className="inline-flex flex-none items-center rounded-sm bg-sunken px-1.5 font-semibold text-xs whitespace-nowrap">
      {children}
    </span>
  )
}
