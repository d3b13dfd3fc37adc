import icons from './icons.svg?url'

/**
 * A Lucide icon in icons.svg, named by what it is beside. As components they took 0.9 kB of the
 * home page's scripts.
 */
export function HomeIcon({ name, className }: { name: string; className?: string }) {
  return (
    <svg className={className} width="26" height="26" aria-hidden="true">
      <use href={`${icons}#${name}`} />
    </svg>
  )
}
