// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createRoutesStub, data, Outlet, redirect, useLoaderData, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Keys, loadShortcuts } from '#app/admin/palette/keys.tsx'
import { useListKeys } from '#app/admin/palette/list-keys.ts'
import { ListKeys } from '#app/moderation/admin/list-keys.tsx'
import { PostCards } from '#app/moderation/admin/post-cards.tsx'
import PostSheet from '#app/moderation/admin/sheet/post-sheet.tsx'
import { useSheet } from '#app/moderation/admin/sheet/use-sheet.ts'
import type { ListedPost } from '#app/moderation/post-list.server.ts'
import { reloadOnConflict } from '#app/ui/admin/forms/reload-on-conflict.ts'
import { Selection } from '#app/ui/admin/lists/selection.tsx'

const post = (n: number, title: string): ListedPost => ({
  postId: `710000000000000000${n}`,
  title,
  link: `https://www.tiktok.com/@tester/video/710000000000000000${n}`,
  kind: 'video',
  status: 'active',
  authorHandle: 'Tester',
  authorKey: 'tester',
  platform: 'tiktok',
  site: 'TikTok',
  authorName: 'Test',
  authorBlocked: false,
  lookups: 3,
  downloads: 2,
  durationSeconds: 12,
  firstSeenAt: 1,
  lastSeenAt: 2,
  hasCover: true,
})

let posts: ListedPost[]
let loads: string[]
let sheetAnswer: ((postId: string) => unknown) | null
let sent: FormData[]
let answers: PromiseWithResolvers<unknown>[]
let nextPage: PromiseWithResolvers<void>

function Videos() {
  const page = useLoaderData<ListedPost[]>()
  const { id } = useSheet()
  const { search } = useLocation()
  const around = { previous: null, next: '/admin/videos?cursor=two' }
  return (
    <Selection bar="videos" rowIds={page.map(({ postId }) => postId)}>
      <p data-testid="address">{search}</p>
      <ListKeys {...around} prepare={() => undefined}>
        <PostCards posts={page} back="/admin/videos" />
      </ListKeys>
      {id !== null && (
        <PostSheet postId={id} list={{ ...around, posts: page, first: 1, total: 4 }} />
      )}
    </Selection>
  )
}

function Frame() {
  useListKeys()
  return (
    <>
      <Keys className="" />
      <main id="content">
        <Outlet />
      </main>
    </>
  )
}

const facts = { now: Date.now(), timeZone: 'UTC', user: { id: 'op', name: 'Op', email: 'op@x.y' } }

const found = (postId: string) => ({
  postId,
  kind: 'found',
  details: { post: posts.find((one) => one.postId === postId), imageCount: null },
  changes: [],
  reports: [],
})

/** Renders the list; the sheet's data waits while `sheetAnswer` is null. */
async function open(address = '/admin/videos') {
  const Page = createRoutesStub([
    {
      id: 'admin/layout',
      path: '/',
      loader: () => facts,
      shouldRevalidate: reloadOnConflict,
      Component: Frame,
      children: [
        {
          path: 'admin/videos',
          loader: async ({ request }) => {
            const { search } = new URL(request.url)
            loads.push(search)
            if (search.endsWith('&show=first')) {
              await nextPage.promise
              throw redirect(`/admin/videos?cursor=two&show=${posts[0]?.postId}`)
            }
            return posts
          },
          shouldRevalidate: reloadOnConflict,
          action: async ({ request }) => {
            sent.push(await request.formData())
            const answer = Promise.withResolvers<unknown>()
            answers.push(answer)
            return answer.promise
          },
          Component: Videos,
        },
        {
          path: 'admin/videos/:postId/sheet',
          loader: ({ params }) =>
            sheetAnswer?.(params.postId ?? '') ?? new Promise(() => undefined),
        },
        { path: 'admin/videos/:postId', Component: () => <h1>Its page</h1> },
      ],
    },
  ])
  render(<Page initialEntries={[address]} />)
  await screen.findByRole('list', { name: 'Videos' })
  // The list is there before its effects, which listen for keys, have run.
  await act(async () => undefined)
}

// As the frame of the back office does once a screen is there.
beforeAll(async () => {
  await loadShortcuts()
})

beforeEach(() => {
  posts = [post(1, 'Cat'), post(2, 'Dog'), post(3, 'Owl')]
  loads = []
  sent = []
  answers = []
  sheetAnswer = found
  nextPage = Promise.withResolvers()
})
afterEach(cleanup)

const key = (name: string) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: name })
const cardOf = (title: string) =>
  screen.getByRole('link', { name: title }).closest('[data-row]') as HTMLElement
const sheet = () => screen.findByRole('dialog')
const address = () => screen.getByTestId('address').textContent
const ticked = () =>
  posts
    .filter(({ title }) => screen.getByLabelText<HTMLInputElement>(`Select ${title}`).checked)
    .map(({ title }) => title)
const idOf = (title: string) => posts.find((one) => one.title === title)?.postId

async function openSheet(title: string): Promise<HTMLElement> {
  fireEvent.click(screen.getByRole('link', { name: title }))
  return screen.findByRole('dialog', { name: title })
}

describe('The sheet', () => {
  test('opens with the list’s data, at a URL that reloads nothing of the list', async () => {
    sheetAnswer = null
    await open()
    const dialog = await openSheet('Dog')
    expect(address()).toBe(`?show=${idOf('Dog')}`)
    expect(dialog.textContent).toContain('2 of 4')
    expect(dialog.textContent).toContain('@Tester')
    expect(dialog.querySelector('video')?.getAttribute('preload')).toBe('none')
    expect(dialog.querySelector('[aria-busy=true]')).not.toBeNull()
    expect(dialog.contains(document.activeElement)).toBe(true)
    expect(loads).toEqual([''])
  })

  test('closes with Escape, with the focus on the card, and keeps the selection', async () => {
    await open()
    fireEvent.click(screen.getByLabelText('Select Owl'))
    await openSheet('Dog')
    expect(screen.getByLabelText<HTMLInputElement>('Select Owl').checked).toBe(true)
    key('x')
    await within(await sheet()).findByText('Selected')
    key('j')
    await screen.findByRole('dialog', { name: 'Owl' })
    key('Escape')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(address()).toBe('')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Owl'))
    for (const title of ['Dog', 'Owl']) {
      expect(screen.getByLabelText<HTMLInputElement>(`Select ${title}`).checked).toBe(true)
    }
    expect(loads).toEqual([''])
  })

  test('moves with J and K, and past the end to the next page', async () => {
    await open()
    await openSheet('Cat')
    key('k')
    key('j')
    await screen.findByRole('dialog', { name: 'Dog' })
    key('j')
    await screen.findByRole('dialog', { name: 'Owl' })
    key('k')
    await screen.findByRole('dialog', { name: 'Dog' })
    key('j')
    await screen.findByRole('dialog', { name: 'Owl' })
    key('j')
    await waitFor(() => expect(loads.at(-1)).toBe('?cursor=two&show=first'))
  })

  test('applies keys pressed in a row to the post each was meant for', async () => {
    await open()
    await openSheet('Cat')
    for (const name of ['j', 'x', 'j', 'r']) key(name)
    const dialog = await screen.findByRole('dialog', { name: 'Owl' })
    await within(dialog).findByRole('form', { name: 'Remove' })
    expect(ticked()).toEqual(['Dog'])
  })

  test('queues keys until the next page has loaded', async () => {
    await open()
    await openSheet('Owl')
    key('j')
    await waitFor(() => expect(loads.at(-1)).toBe('?cursor=two&show=first'))
    key('x')
    fireEvent.click(screen.getByRole('button', { name: 'Next video' }))
    expect(ticked()).toEqual([])
    posts = [post(4, 'Yak'), post(5, 'Emu')]
    nextPage.resolve()
    await screen.findByRole('dialog', { name: 'Emu' })
    expect(ticked()).toEqual(['Yak'])
  })

  test('continues from where a removed post was', async () => {
    await open()
    await openSheet('Dog')
    key('r')
    fireEvent.click(screen.getByRole('button', { name: 'Spam' }))
    fireEvent.click(screen.getAllByRole('button', { name: 'Remove' }).at(-1) as HTMLElement)
    await waitFor(() => expect(sent).toHaveLength(1))
    const dog = { ...post(2, 'Dog'), status: 'removed' as const }
    sheetAnswer = (postId) =>
      postId === dog.postId ? { ...found(postId), details: { post: dog } } : found(postId)
    posts = posts.filter(({ title }) => title !== 'Dog')
    await act(async () => answers[0]?.resolve({ refused: [] }))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Dog' })).toBeNull())
    await screen.findByRole('dialog', { name: 'Dog' })
    key('j')
    await screen.findByRole('dialog', { name: 'Owl' })
  })

  test('says when a post is gone, and when the server can’t be reached', async () => {
    sheetAnswer = (postId) => ({ postId, kind: 'gone' })
    await open('/admin/videos?show=7999999999999999999')
    await screen.findByText(/isn’t on record here/)
    cleanup()
    sheetAnswer = (postId) => ({ postId, kind: 'no answer' })
    await open(`/admin/videos?show=${idOf('Cat')}`)
    await screen.findByText(/^No answer/)
    sheetAnswer = found
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('No report names this video.')
  })

  test('leaves other tabs and other dialogs alone', async () => {
    await open()
    expect(fireEvent.click(screen.getByRole('link', { name: 'Dog' }), { ctrlKey: true })).toBe(true)
    expect(screen.queryByRole('dialog')).toBeNull()
    await openSheet('Dog')
    key('?')
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    key('j')
    expect(address()).toBe(`?show=${idOf('Dog')}`)
  })
})

describe('A decision in the sheet', () => {
  async function remove(): Promise<void> {
    await openSheet('Dog')
    key('r')
    const form = await screen.findByRole('form', { name: 'Remove' })
    fireEvent.click(within(form).getByRole('button', { name: 'Copyright' }))
    fireEvent.click(within(form).getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(sent).toHaveLength(1))
  }
  const reason = () => screen.getByLabelText<HTMLTextAreaElement>('Reason')

  test('shows its result at once, in the card too', async () => {
    await open()
    await remove()
    expect([...(sent[0] ?? [])]).toEqual([
      ['id', idOf('Dog')],
      ['intent', 'remove'],
      ['reason', 'Copyright'],
      ['stay', 'on'],
    ])
    expect(cardOf('Dog').textContent).toContain('Removed')
    expect(cardOf('Cat').textContent).toContain('Active')
    expect(screen.queryByRole('form', { name: 'Remove' })).toBeNull()
    expect((await sheet()).textContent).toContain('Restore')
    posts = posts.map((one) => (one.title === 'Dog' ? { ...one, status: 'removed' } : one))
    await act(async () => answers[0]?.resolve({ refused: [] }))
    await waitFor(() => expect(cardOf('Dog').getAttribute('aria-busy')).toBeNull())
    expect(screen.queryByLabelText('Reason')).toBeNull()
    expect((await sheet()).contains(document.activeElement)).toBe(true)
  })

  test('comes back when it is refused, with the reason as it was typed', async () => {
    await open()
    await remove()
    await act(async () => answers[0]?.resolve({ refused: [idOf('Dog')] }))
    await screen.findByRole('form', { name: 'Remove' })
    expect(reason().value).toBe('Copyright')
    expect(cardOf('Dog').textContent).toContain('Active')
  })

  test('shows what is wrong with its reason', async () => {
    await open()
    await remove()
    const problem = 'Say why, in at most 1,000 characters.'
    await act(async () => answers[0]?.resolve(data({ refused: [], problem }, { status: 400 })))
    await screen.findByText(problem)
    expect(reason().getAttribute('aria-invalid')).toBe('true')
  })

  test('is chosen in a card’s menu, and Escape cancels it before closing the sheet', async () => {
    await open()
    const menu = within(cardOf('Owl')).getByText('Block creator')
    fireEvent.click(menu)
    await screen.findByRole('form', { name: 'Block @Tester' })
    await waitFor(() => expect(document.activeElement).toBe(reason()))
    key('j')
    expect(address()).toBe(`?show=${idOf('Owl')}`)
    key('Escape')
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull())
    expect(screen.queryByRole('dialog', { name: 'Owl' })).not.toBeNull()
    key('b')
    fireEvent.click(screen.getByRole('button', { name: 'Spam' }))
    fireEvent.submit(screen.getByRole('form'))
    await waitFor(() => expect(sent[0]?.get('creator')).toBe('tester'))
    for (const { title } of posts) expect(cardOf(title).textContent).toContain('Creator blocked')
    await act(async () => answers[0]?.resolve({ refused: [] }))
    await waitFor(() => expect(cardOf('Owl').textContent).not.toContain('Creator blocked'))
  })
})

test('J at the end of the grid leads to the next page, with the focus on its first card', async () => {
  await open()
  for (const _ of posts) key('j')
  expect(document.activeElement?.textContent).toBe('Owl')
  key('j')
  await waitFor(() => expect(loads.at(-1)).toBe('?cursor=two'))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Cat'))
})
