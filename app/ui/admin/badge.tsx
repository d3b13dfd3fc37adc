export function Badge({ children }: { children: React.ReactNode }) {
  return (
    <span className="inline-flex max-w-full flex-none items-center rounded-sm bg-sunken px-1.5 font-semibold text-xs sm:whitespace-nowrap">
      {children}
    </span>
  )
}
