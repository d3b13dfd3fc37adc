import { useRouteLoaderData } from 'react-router'
import type { loader as rootLoader } from '#app/root.tsx'

export function SiteFooter() {
  const site = useRouteLoaderData<typeof rootLoader>('root')
  return (
    <footer className="site-footer">
      <p>
        © {site?.year} {site?.siteName}
      </p>
    </footer>
  )
}
