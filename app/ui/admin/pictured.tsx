/**
 * A row's name after a small picture. In lines the picture is also beside the text under the name,
 * which starts at `underPicture`. Large text on a phone leaves it no room.
 */
export function Pictured({
  picture,
  children,
}: {
  picture: React.ReactNode
  children: React.ReactNode
}) {
  return (
    <span className={`flex items-center gap-2.5 ${underPicture}`}>
      <span className="flex-none lines:absolute lines:inset-y-0 lines:start-11 lines:grid lines:w-8 lines:place-items-center lines:@max-3xs:hidden">
        {picture}
      </span>
      <span className="min-w-0 lines:flex-1">{children}</span>
    </span>
  )
}

export const underPicture = 'lines:ps-10 lines:@max-3xs:ps-0'
