/** The line above a heading that names its category. */
export function Eyebrow({ children }: { children: React.ReactNode }) {
  return (
    <p className="flex items-center gap-2.5 text-xs font-bold tracking-wider text-muted uppercase before:h-4 before:w-2 before:bg-accent before:clip-corner">
      {children}
    </p>
  )
}
