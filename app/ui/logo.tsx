/** The mark: a clip that plays, and the corner that was cut off it. */
export function LogoMark({ size = 32 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <path
        className="logo-clip"
        d="M9 2h8.5L30 14.5V23a7 7 0 0 1-7 7H9a7 7 0 0 1-7-7V9a7 7 0 0 1 7-7Z"
      />
      <path className="logo-cut" d="M22.2 2H26a4 4 0 0 1 4 4v3.8Z" />
      <path
        className="logo-play"
        d="M10.5 12.9v9.4a1.1 1.1 0 0 0 1.66.95l8-4.7a1.1 1.1 0 0 0 0-1.9l-8-4.7a1.1 1.1 0 0 0-1.66.95Z"
      />
    </svg>
  )
}

/** The mark with the site's name. */
export function Logo({ name }: { name: string }) {
  return (
    <span className="logo">
      <LogoMark />
      <span className="logo-name">{name}</span>
    </span>
  )
}
