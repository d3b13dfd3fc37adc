import { useRouteLoaderData } from 'react-router'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { loader as rootLoader } from '#app/root.tsx'
import { Logo } from './logo.tsx'

export function SiteHeader() {
  const { localPath } = useI18n()
  const site = useRouteLoaderData<typeof rootLoader>('root')
  return (
    <header className="site-header">
      <a href={localPath('/')} className="site-header-brand">
        <Logo name={site?.siteName ?? 'Cleanclip'} />
      </a>
    </header>
  )
}
