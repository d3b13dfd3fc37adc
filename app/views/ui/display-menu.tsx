import { SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type ListAddress, viewHref } from '#app/lists/list-address.ts'
import { button } from '#app/ui/admin/button.ts'
import { Drop, DropPanel, dropItem } from '#app/ui/admin/drop-menu.tsx'
import type { OwnList } from '#app/views/own-list.ts'

const DisplayForm = lazy(() => import('./display-form.tsx'))

/**
 * A list's display settings, in a panel whose form loads once it opens. Without a script the panel
 * links to the same view with the form open.
 */
export default function DisplayMenu({
  list,
  own,
  columns,
}: {
  list: ListAddress
  own: OwnList
  columns: readonly { key: string; label: string }[]
}) {
  const [address] = useSearchParams()
  const isAsked = address.has('display')
  const [isWanted, setWanted] = useState(isAsked)
  const opener = useRef<HTMLElement>(null)
  // A panel opened before hydration fired no event.
  useEffect(() => {
    if (opener.current?.closest('details')?.open) setWanted(true)
  }, [])
  const back = viewHref(list)
  const link = (
    <Link className={dropItem()} to={`${back}${back.includes('?') ? '&' : '?'}display=open`}>
      {columns.length > 0 ? 'Columns, density and page size' : 'Page size'}
    </Link>
  )
  return (
    <Drop
      className="relative ms-auto"
      name="drop"
      startsOpen={isAsked}
      onOpen={() => setWanted(true)}
    >
      <summary ref={opener} className={button({ look: 'quiet', className: 'no-marker' })}>
        <SlidersHorizontal aria-hidden="true" size={17} />
        Display
      </summary>
      <DropPanel className="max-h-screen-less-20 w-64 overflow-y-auto">
        {isWanted ? (
          <Suspense fallback={link}>
            <DisplayForm own={own} back={back} columns={columns} />
          </Suspense>
        ) : (
          link
        )}
      </DropPanel>
    </Drop>
  )
}
