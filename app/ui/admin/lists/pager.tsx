import { cva } from 'class-variance-authority'
import { ChevronFirst, ChevronLeft, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { figure } from '#app/i18n/figure-text.ts'
import { type ListAddress, listHref } from '#app/lists/list-address.ts'
import type { ListPage } from '#app/lists/status-list.server.ts'
import { placeText } from './list-status.tsx'

const steps = [
  { name: 'first', label: 'First', Before: ChevronFirst },
  { name: 'previous', label: 'Previous', rel: 'prev', Before: ChevronLeft },
  { name: 'next', label: 'Next', rel: 'next', After: ChevronRight },
] as const

const pagerStep = cva(
  'inline-flex min-h-10 items-center gap-1.5 rounded-lg border border-line px-3 font-semibold pointer-coarse:min-h-11',
  {
    variants: {
      leads: { true: 'bg-surface text-text hover:border-text', false: 'opacity-60' },
    },
  },
)

/** Addresses of a list's pages; null where there is none in that direction. */
type PageLinks = Partial<Record<(typeof steps)[number]['name'], string | null>>

/** A page of a list that only pages forward. */
export type OneWayPage = {
  /** The last row's number, for the next page; null on the last page. */
  next: number | null
  /** Total matches; left out where the status counts show it. */
  fitting?: number
  order?: string
}

/** A list's paging: with its place in the list, or only forward. */
export default function Pager({
  list,
  page,
  shown,
}: {
  list: ListAddress
  page: ListPage | OneWayPage
  shown: number
}) {
  return 'total' in page ? (
    <ListPager list={list} page={page} shown={shown} />
  ) : (
    <OneWayPager list={list} page={page} />
  )
}

function ListPager({ list, page, shown }: { list: ListAddress; page: ListPage; shown: number }) {
  const { total, previous, next } = page
  return (
    <Steps
      links={{
        first: list.query.cursor === undefined ? null : listHref(list),
        previous: previous === null ? null : listHref(list, { cursor: previous }),
        next: next === null ? null : listHref(list, { cursor: next }),
      }}
    >
      {`${placeText(page, shown)} of ${total === null ? 'many' : figure(total)}`}
    </Steps>
  )
}

function OneWayPager({ list, page: { next, order } }: { list: ListAddress; page: OneWayPage }) {
  return (
    <Steps
      links={{
        first: list.query.cursor === undefined ? null : listHref(list),
        next: next === null ? null : listHref(list, { cursor: String(next) }),
      }}
    >
      {order}
    </Steps>
  )
}

/** `links` has the steps that the list supports. */
function Steps({ links, children }: { links: PageLinks; children?: React.ReactNode }) {
  const known = steps.filter(({ name }) => links[name] !== undefined)
  return (
    <nav
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5 text-muted tabular-nums print:hidden"
      aria-label="Pages"
    >
      <p>{children}</p>
      {known.some(({ name }) => links[name] !== null) && (
        <div className="flex flex-wrap gap-1.5">
          {known.map((step) => {
            const href = links[step.name]
            const content = (
              <>
                {'Before' in step && <step.Before aria-hidden="true" size={17} />}
                {step.label}
                {'After' in step && <step.After aria-hidden="true" size={17} />}
              </>
            )
            return href ? (
              <Link
                key={step.name}
                className={pagerStep({ leads: true })}
                to={href}
                rel={'rel' in step ? step.rel : undefined}
              >
                {content}
              </Link>
            ) : (
              <span key={step.name} className={pagerStep({ leads: false })} aria-disabled="true">
                {content}
              </span>
            )
          })}
        </div>
      )}
    </nav>
  )
}
