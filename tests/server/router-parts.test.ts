// @module-tag module
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { createPartedHandler } from '#app/server/router-parts.server.ts'

type Place = { parentId?: string; path?: string; index?: true; caseSensitive?: true }

const places: Record<string, Place> = {
  root: { path: '' },
  layout: { parentId: 'root' },
  home: { parentId: 'layout', path: ':lang?', index: true },
  help: { parentId: 'layout', path: ':lang?/help' },
  missing: { parentId: 'layout', path: ':lang?/*' },
  admin: { parentId: 'root', path: 'admin', caseSensitive: true },
  dashboard: { parentId: 'admin', index: true },
  users: { parentId: 'admin', path: 'users' },
  adminMissing: { parentId: 'admin', path: '*' },
  signIn: { parentId: 'root' },
  login: { parentId: 'signIn', path: 'admin/login', caseSensitive: true },
  cover: { parentId: 'root', path: 'cover/:id' },
  feed: { parentId: 'root', path: 'feed.xml' },
}

const parents = new Set(Object.values(places).map(({ parentId }) => parentId))

/** A build whose routes answer with their own name. */
function namingBuild(): ServerBuild {
  const routes = Object.entries(places).map(([id, place]) => {
    const loader = parents.has(id) ? undefined : () => new Response(id)
    return [id, { ...place, id, module: { default: undefined, loader } }]
  })
  return {
    ...emptyBuild,
    routes: Object.fromEntries(routes),
  }
}

const emptyBuild: ServerBuild = {
  routes: {},
  assets: { entry: { module: '', imports: [] }, routes: {}, url: '', version: '1' },
  entry: { module: { default: () => new Response('a page') } },
  ssr: true,
  isSpaMode: false,
  future: {},
  prerender: [],
  publicPath: '/',
  assetsBuildDirectory: '',
  routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
}

test('each address is answered by the same route as in one router for the whole map', async () => {
  const parted = createPartedHandler(namingBuild(), 'production')
  const whole = createRequestHandler(namingBuild(), 'production')
  const answer = async (handle: typeof whole, path: string) => {
    const request = new Request(`http://localhost${path}`)
    const response = await handle(request, new RouterContextProvider())
    return `${response.status} ${await response.text()}`
  }
  const names: Record<string, string> = {
    '/': 'home',
    '/fr': 'home',
    '/fr/help': 'help',
    '/HELP/': 'help',
    '/no/such/page': 'missing',
    '/Admin': 'home',
    '/admins': 'home',
    '/admin': 'dashboard',
    '/admin/': 'dashboard',
    '/admin/Users': 'users',
    '/admin/no/such/page': 'adminMissing',
    '/admin/login': 'login',
    '/cover/1': 'cover',
    '/Cover/1/': 'cover',
    '/cover/1/2': 'missing',
    '/feed.xml': 'feed',
    '/feedXxml': 'home',
  }
  for (const [path, name] of Object.entries(names)) {
    expect([path, await answer(parted, path)]).toEqual([path, `200 ${name}`])
    expect([path, await answer(whole, path)]).toEqual([path, `200 ${name}`])
  }
  for (const path of [
    '/_.data',
    '/fr/help.data',
    '/admin/users.data',
    '/admin/login.data',
    '/x.data',
  ]) {
    expect([path, await answer(parted, path)]).toEqual([path, await answer(whole, path)])
  }
})
