import { data, redirect } from 'react-router'
import { problemAnswer } from '#app/models/save-problem.server.ts'
import { checkLink, signLink } from '#app/services/signed-link.server.ts'
import { SaveProblemPage } from '#app/ui/downloader/save-problem-page.tsx'
import { parseImageChoice, parseSaveFormat, withImages } from '#app/utils/save-format.ts'
import type { Route } from './+types/choose-format'

/** Leads a form without JavaScript from the chosen format to the page that counts down for it. */
export function loader({ params, url }: Route.LoaderArgs) {
  const { postId } = params
  const check = checkLink('choose', postId, 'any', url.searchParams)
  const format = parseSaveFormat(url.searchParams.get('format') ?? '')
  const images = parseImageChoice(url.searchParams)
  if (check !== 'valid' || format === null || images === null) {
    const { problem, ...init } = problemAnswer({
      kind: 'link',
      check: check === 'expired' ? 'expired' : 'invalid',
    })
    return data({ problem, postId }, init)
  }
  // Images are ticked for the ZIP; whoever wants another file after all gets that one.
  const query = withImages(signLink('prepare', postId, format), format === 'zip' ? images : [])
  throw redirect(`${url.pathname}/${format}?${query}`, { headers: { 'Cache-Control': 'no-store' } })
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export default function ChooseFormat({ loaderData }: Route.ComponentProps) {
  return <SaveProblemPage {...loaderData} />
}
