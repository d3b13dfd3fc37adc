/// <reference types="vite/client" />
/// <reference types="@react-router/node" />
declare module '*?worker&url' {
  const href: string
  export default href
}
declare module 'virtual:react-router/server-build' {
  import type { ServerBuild } from 'react-router'

  const build: ServerBuild
  export = build
}
