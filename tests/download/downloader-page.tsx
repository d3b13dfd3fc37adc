import { fireEvent, render, screen } from '@testing-library/react'
import { createRoutesStub, useLoaderData, useLocation, useNavigate } from 'react-router'
import { vi } from 'vitest'
import type { LookupView } from '#app/download/lookup/visitor-lookup.server.ts'
import { Downloader } from '#app/download/ui/downloader.tsx'
import { lookUpInBrowser, openResult, showsOther } from '#app/download/ui/look-up-in-browser.ts'
import { useLookup } from '#app/download/ui/use-lookup.ts'
import { en } from '#app/i18n/en.ts'
import { TextsContext } from '#app/i18n/use-i18n.ts'

type Serve = (typed: string, signal: AbortSignal) => Promise<LookupView>

/**
 * The downloader on a page, with a server that answers each look-up by `serve`. `answer` is what the
 * page itself was asked to look up. Returns the look-ups that reach the server, and what it was asked
 * for by address.
 */
export function showDownloader(
  serve: Serve,
  answer: LookupView | null = null,
  { batchLinks = 0, address = answer === null ? '/' : '/?url=x' } = {},
) {
  const asked = vi.fn(serve)
  const opened = vi.fn(async (_search: string) => ({ lookup: answer }))
  const Page = createRoutesStub([
    {
      id: 'root',
      loader: () => null,
      shouldRevalidate: () => false,
      children: [
        {
          id: 'home',
          path: '/',
          Component: Home,
          loader: ({ request }) => {
            const url = new URL(request.url)
            return openResult(url, () => opened(url.search))
          },
          action: ({ request }) => {
            const ask = async () => {
              const typed = String((await request.clone().formData()).get('url'))
              return { lookup: await asked(typed, request.signal) }
            }
            return lookUpInBrowser(request, new URL(request.url), ask)
          },
          shouldRevalidate: showsOther,
        },
      ],
    },
  ])
  const site = {
    siteName: '',
    appUrl: '',
    defaultLanguage: 'en',
    demo: null,
    batchLinks,
    platforms: [],
    paused: [],
    year: 1,
  }
  render(
    <TextsContext value={{ language: 'en', t: en }}>
      <Page
        initialEntries={[address]}
        hydrationData={{ loaderData: { root: site, home: { lookup: answer } } }}
      />
    </TextsContext>,
  )
  return Object.assign(asked, { opened })
}

function Home() {
  const { lookup } = useLoaderData<{ lookup: LookupView | null }>()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return (
    <>
      <output>{pathname + search}</output>
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
      <button type="button" onClick={() => navigate(1)}>
        Forward
      </button>
      <textarea aria-label="Another field" />
      <Downloader lookup={useLookup(lookup)} />
    </>
  )
}

export const address = () => document.querySelector('output')?.textContent
export const field = () =>
  screen.getByLabelText<HTMLInputElement>(new RegExp(`${en.downloader.label}$`))
export const alertText = () => screen.getByRole('alert').textContent

export function type(text: string): void {
  fireEvent.input(field(), { target: { value: text } })
}

export function send(): void {
  const button = document.querySelector('#downloader button[type=submit]')
  if (button === null) throw new Error('The form has no button')
  fireEvent.click(button)
}
