import { Subtitle } from '#app/ui/admin/panel.tsx'
export function EmptyState({
  title,
  text,
  children,
}: {
  title: string
  text: string
  children?: React.ReactNode
}) {
  const clip = 'M14 2h46l34 34v42a12 12 0 0 1-12 12H14a12 12 0 0 1-12-12V14A12 12 0 0 1 14 2Z'
  return (
    <div className="grid justify-items-center gap-2.5 rounded-lg border border-line border-dashed px-5 py-8 text-center sm:py-16">
      <svg
        className="mb-1"
        viewBox="0 0 120 100"
        width="84"
        height="70"
        aria-hidden="true"
        fill="none"
      >
        <path d={clip} transform="translate(22 4)" className="fill-sunken" />
        <path
          d={clip}
          transform="translate(4 6)"
          className="fill-page stroke-line"
          strokeWidth="3"
        />
        <path d="M72 8h10a10 10 0 0 1 10 10v10Z" className="fill-mint" />
      </svg>
      <Subtitle>{title}</Subtitle>
      <p className="max-w-lg text-balance text-muted">{text}</p>
      {children !== undefined && (
        <div className="flex flex-wrap items-center gap-2">{children}</div>
      )}
    </div>
  )
}
