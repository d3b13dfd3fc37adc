/** What stands where a list would, when there is nothing in it: why, and what to do. */
export function EmptyState({
  title,
  text,
  children,
}: {
  title: string
  text: string
  /** Links and buttons that lead on. */
  children?: React.ReactNode
}) {
  const clip = 'M14 2h46l34 34v42a12 12 0 0 1-12 12H14a12 12 0 0 1-12-12V14A12 12 0 0 1 14 2Z'
  return (
    <div className="empty">
      <svg viewBox="0 0 120 100" width="84" height="70" aria-hidden="true" fill="none">
        <path d={clip} transform="translate(22 4)" className="fill-sunken" />
        <path
          d={clip}
          transform="translate(4 6)"
          className="fill-page stroke-line"
          strokeWidth="3"
        />
        <path d="M72 8h10a10 10 0 0 1 10 10v10Z" className="fill-mint" />
      </svg>
      <h2 className="admin-subtitle">{title}</h2>
      <p>{text}</p>
      {children !== undefined && <div className="actions">{children}</div>}
    </div>
  )
}
