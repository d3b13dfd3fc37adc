export function Ticks({
  texts,
  className,
  lang,
}: {
  texts: readonly string[]
  className: string
  lang?: string
}) {
  return (
    <ul className={`grid gap-2.5 ${className}`} lang={lang}>
      {texts.map((text) => (
        <li
          key={text}
          className="relative ps-6 before:absolute before:start-0 before:top-1.5 before:h-3.5 before:w-2.5 before:bg-mint before:clip-corner"
        >
          {text}
        </li>
      ))}
    </ul>
  )
}
