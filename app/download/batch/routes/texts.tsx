import { Outlet } from 'react-router'
import { BatchTextsContext } from '#app/download/batch/ui/use-batch-i18n.ts'
import { catalogue } from '#app/i18n/texts.server.ts'
import { pageLanguage } from '#app/settings/site-language.server.ts'
import type { Route } from './+types/texts'

/** The batch pages' texts, loaded only there because every page's size budget is tight. */
export function loader({ params }: Route.LoaderArgs) {
  const { batch } = catalogue(pageLanguage(params.lang))
  return { batch }
}

export const shouldRevalidate = () => false

export default function BatchTextsLayout({ loaderData }: Route.ComponentProps) {
  return (
    <BatchTextsContext value={loaderData}>
      <Outlet />
    </BatchTextsContext>
  )
}
