import { PageTitle } from '../head/page-title.tsx'

type Props = { title: string; text: string; children: React.ReactNode }

export function MessagePage(props: Props) {
  return (
    <>
      <PageTitle title={props.title} />
      <Message {...props} />
    </>
  )
}

/** Without the tab's title, for a page outside of the router. */
export function Message({ title, text, children }: Props) {
  return (
    <div className="wrap grid items-center gap-8 py-14 md:grid-cols-[minmax(0,1fr)_auto] md:py-20 xl:py-28">
      <meta name="robots" content="noindex" />
      <EmptyFrames />
      <div className="flex min-w-0 max-w-xl flex-col items-start gap-6 wrap-anywhere">
        <h1 className="display text-4xl">{title}</h1>
        <p className="text-lg text-pretty whitespace-pre-line text-muted">{text}</p>
        {children}
      </div>
    </div>
  )
}

function EmptyFrames() {
  const frame = 'M14 2h46l34 34v118a12 12 0 0 1-12 12H14a12 12 0 0 1-12-12V14A12 12 0 0 1 14 2Z'
  return (
    <svg
      className="md:order-1 md:h-auto md:w-80 lg:w-104"
      viewBox="0 0 220 180"
      width="220"
      height="180"
      aria-hidden="true"
      fill="none"
    >
      <path
        d={frame}
        transform="translate(122 10) scale(.9)"
        className="stroke-line"
        strokeWidth="3"
      />
      <path
        d={frame}
        transform="translate(60 6)"
        className="fill-page stroke-line"
        strokeWidth="3"
      />
      <path d={frame} transform="translate(0 10)" className="fill-accent" />
      <path d="M72 6h14a10 10 0 0 1 10 10v14Z" className="fill-mint" />
      <path
        d="M34 112q14-14 28 0M32 84v4M64 84v4"
        className="stroke-ink"
        strokeWidth="6"
        strokeLinecap="round"
      />
    </svg>
  )
}
