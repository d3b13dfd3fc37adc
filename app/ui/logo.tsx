/** The mark: a clip with its corner cut off, playing. */
export function Logo({ name }: { name: string }) {
  return (
    <span className="logo">
      <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
        <path
          className="logo-clip"
          d="M8 2h13l9 9v13a6 6 0 0 1-6 6H8a6 6 0 0 1-6-6V8a6 6 0 0 1 6-6Z"
        />
        <path className="logo-cut" d="M21 2v6a3 3 0 0 0 3 3h6Z" />
        <path
          className="logo-play"
          d="M12.5 12.2v9.6a1 1 0 0 0 1.5.86l8-4.8a1 1 0 0 0 0-1.72l-8-4.8a1 1 0 0 0-1.5.86Z"
        />
      </svg>
      {name}
    </span>
  )
}
