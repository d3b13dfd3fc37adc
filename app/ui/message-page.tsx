/** A page that says one thing and offers what to do next. */
export function MessagePage({
  title,
  text,
  children,
}: {
  title: string
  text: string
  children: React.ReactNode
}) {
  return (
    <div className="mx-auto flex max-w-xl flex-col items-start gap-6 px-5 py-24">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <h1 className="display text-3xl">{title}</h1>
      <p className="text-lg text-muted">{text}</p>
      {children}
    </div>
  )
}
