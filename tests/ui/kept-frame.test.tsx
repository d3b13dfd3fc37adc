// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import {
  createRoutesStub,
  Link,
  type MiddlewareFunction,
  Outlet,
  redirect,
  UNSAFE_ErrorResponseImpl,
} from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { useKeptFrame } from '#app/ui/admin/live/kept-frame.ts'
import { resultsMiddleware } from '#app/ui/admin/live/watch-results.ts'

afterEach(cleanup)

type Frame = { loaderData?: { name: string; flash: string[] } }

function Menu({ loaderData, children }: React.PropsWithChildren<Frame>) {
  useKeptFrame()
  if (loaderData === undefined) return <p>No menu</p>
  return (
    <>
      <nav>
        Menu of {loaderData.name}, {loaderData.flash.join() || 'no message'}
      </nav>
      <Link to="/videos">Videos</Link>
      {children}
    </>
  )
}

/** A frame with two screens, which `load` answers for from the second time on. */
async function show(load: () => Response | null): Promise<void> {
  let isFirst = true
  const Page = createRoutesStub([
    {
      id: 'admin/layout',
      path: '/',
      middleware: [resultsMiddleware as MiddlewareFunction],
      // As the server's routes do with each link.
      shouldRevalidate: () => true,
      loader() {
        const answer = isFirst ? null : load()
        isFirst = false
        return answer ?? { name: 'Olga', flash: ['Saved'] }
      },
      Component: ({ loaderData }: Frame) => (
        <Menu loaderData={loaderData}>
          <Outlet />
        </Menu>
      ),
      ErrorBoundary: ({ loaderData }: Frame) => <Menu loaderData={loaderData}>Why it failed</Menu>,
      children: [
        { index: true, Component: () => 'Dashboard' },
        { path: 'videos', loader: () => load() ?? 'Loaded', Component: () => 'All videos' },
      ],
    },
    { path: '/login', Component: () => 'Sign in' },
  ])
  render(<Page />)
  await screen.findByText('Menu of Olga, Saved')
}

test('an outage of the database would take the menu with the screen, or tell what was told', async () => {
  let isAway = true
  await show(() => {
    if (isAway) throw new UNSAFE_ErrorResponseImpl(503, '', '')
    return null
  })
  fireEvent.click(screen.getByText('Videos'))
  await screen.findByText('Why it failed', { exact: false })
  screen.getByText('Menu of Olga, no message')
  isAway = false
  fireEvent.click(screen.getByText('Videos'))
  await screen.findByText('All videos')
  screen.getByText('Menu of Olga, Saved')
})

test('an operator whose session has ended would stay in the frame', async () => {
  await show(() => {
    throw redirect('/login')
  })
  fireEvent.click(screen.getByText('Videos'))
  expect(await screen.findByText('Sign in')).toBeTruthy()
})
