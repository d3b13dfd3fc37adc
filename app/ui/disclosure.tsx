import { Plus } from 'lucide-react'

export function Disclosure({
  heading,
  children,
  ...details
}: { heading: React.ReactNode } & React.ComponentProps<'details'>) {
  return (
    <details className="group border-t-2 border-text last:border-b-2" {...details}>
      <summary className="display no-marker flex min-h-15 cursor-pointer items-center justify-between gap-4 py-3.5 text-xl leading-tight hover:text-link">
        {heading}
        <Plus
          className="flex-none transition-transform duration-200 group-open:rotate-45"
          aria-hidden="true"
          size={24}
        />
      </summary>
      {children}
    </details>
  )
}
