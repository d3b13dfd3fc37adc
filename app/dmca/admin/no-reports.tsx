import { href, Link } from 'react-router'
import { button } from '#app/ui/admin/button.ts'
import { EmptyState } from '#app/ui/admin/lists/empty-state.tsx'
import { reportsPath } from './report-hrefs.ts'

export function NoReports({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <EmptyState title="No reports match" text="Try fewer letters, or remove a filter.">
      <Link className={button({ look: 'quiet' })} to={reportsPath}>
        Show all reports
      </Link>
    </EmptyState>
  ) : (
    <EmptyState
      title="No reports yet"
      text="Notices sent with the form on the public DMCA page appear here."
    >
      <a className={button({ look: 'quiet' })} href={href('/:lang?/dmca')}>
        Open the public page
      </a>
    </EmptyState>
  )
}
