import { counterDeclarations, declarations } from '#app/dmca/declarations.ts'
import type { Browser } from './accounts.ts'
import type { AppServer } from './app-server.ts'
import { elementsOf, select } from './html.ts'

/** Returns a complete notice about the given links; `stamp` is the form's. */
export function noticeFields(
  links: string[],
  stamp: string,
  changes: Record<string, string> = {},
): Record<string, string> {
  return {
    claimantName: 'Ada Aster',
    company: 'Aster Films',
    postalAddress: '1 Long Lane\nSpringfield\nUSA',
    phone: '+1 202 555 0143',
    email: 'ada@aster.example',
    capacity: 'owner',
    ownerName: '',
    workTitle: 'The Long Way Home',
    workDescription: 'A short film of 2024, shown at festivals.',
    workAddresses: 'https://aster.example/films/home',
    links: links.join('\r\n'),
    remarks: '',
    goodFaith: declarations.version,
    accuracy: declarations.version,
    declared: declarations.version,
    signature: 'Ada Aster',
    topic: '',
    stamp,
    ...changes,
  }
}

let network = 0

/** Sends the form, by default each time from another network. */
export function sendNotice(
  app: Pick<AppServer, 'origin'>,
  fields: Record<string, string>,
  options: { path?: string; from?: string } = {},
): Promise<Response> {
  network += 1
  const from = options.from ?? `203.0.${Math.floor(network / 250)}.${(network % 250) + 1}`
  return fetch(`${app.origin}${options.path ?? '/dmca/notice'}`, {
    method: 'POST',
    headers: { 'X-Forwarded-For': from },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
}

/** Returns a counter-notice that is complete except for its posts. */
export function counterFields(
  stamp: string,
  changes: Record<string, string> = {},
): Record<string, string> {
  const { version } = counterDeclarations
  return {
    claimantName: 'Cleo Clip',
    postalAddress: '2 Short Street\nAustin\nUSA',
    phone: '+1 512 555 0100',
    email: 'cleo@clip.example',
    remarks: 'It is my own dance.',
    mistake: version,
    jurisdiction: version,
    declared: version,
    signature: 'Cleo Clip',
    topic: '',
    stamp,
    ...changes,
  }
}

/** Sends the creator's form about these posts, by default each time from another network. */
export function sendCounterNotice(
  app: Pick<AppServer, 'origin'>,
  path: string,
  fields: Record<string, string>,
  posts: string[],
  from?: string,
): Promise<Response> {
  network += 1
  return fetch(app.origin + path, {
    method: 'POST',
    headers: { 'X-Forwarded-For': from ?? `198.18.${Math.floor(network / 250)}.${network % 250}` },
    body: new URLSearchParams([
      ...Object.entries(fields),
      ...posts.map((postId) => ['posts', postId]),
    ]),
    redirect: 'manual',
  })
}

/** Returns the path of the creator's link that a report's page shows operators. */
export async function posterPath(
  operator: Pick<Browser, 'html'>,
  reportId: number,
): Promise<string> {
  const page = elementsOf(await operator.html(`/admin/dmca/${reportId}`))
  return new URL(select(page, 'input', { name: 'posterLink' })[0]?.attributes.value ?? '').pathname
}
