/** The mark: a clip that plays, and its cut-off corner. */
export function LogoMark({ size = 32 }: { size?: number }) {
  return (
    <svg className="flex-none" viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <path
        className="fill-coral"
        d="M9 2h8.5L30 14.5V23a7 7 0 0 1-7 7H9a7 7 0 0 1-7-7V9a7 7 0 0 1 7-7Z"
      />
      <path
        className="fill-mint transition-transform duration-200 group-hover:translate-x-0.5 group-hover:-translate-y-0.5"
        d="M22.2 2H26a4 4 0 0 1 4 4v3.8Z"
      />
      <path
        className="fill-ink"
        d="M10.5 12.9v9.4a1.1 1.1 0 0 0 1.66.95l8-4.7a1.1 1.1 0 0 0 0-1.9l-8-4.7a1.1 1.1 0 0 0-1.66.95Z"
      />
    </svg>
  )
}

/**
 * The mark with the site's name. A long name takes at most two lines of the header, which has room
 * for no larger text on a phone.
 */
export function Logo({ name }: { name: string }) {
  return (
    <span className="display inline-flex items-center gap-2.5 text-[min(1.7rem,6vw)]">
      <LogoMark />
      <span className="line-clamp-2 leading-tight wrap-anywhere">{name}</span>
    </span>
  )
}
