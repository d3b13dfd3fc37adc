import icons from './icons.svg?url'

/** A Lucide icon in icons.svg, named by what it is beside. */
export function HomeIcon({ name, className }: { name: string; className?: string }) {
  return (
    <svg className={className} width="26" height="26" aria-hidden="true">
      <use href={`${icons}#${name}`} />
    </svg>
  )
}
