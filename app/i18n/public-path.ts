import type { Register } from 'react-router'

type Route = Register extends { pages: infer Pages } ? keyof Pages & string : never

/** Cuts a route's path at its first parameter; any text can follow. */
type Filled<Path extends string> = Path extends `${infer Start}/:${string}`
  ? `${Start}/${string}`
  : Path

type Neutral<Path extends string> = Path extends `/:lang?${infer Rest}`
  ? Rest extends '/*'
    ? never
    : Rest extends ''
      ? '/'
      : Filled<Rest>
  : never

/** A public path without its language, as in routes.ts. Links to missing pages don't compile. */
export type PublicPath = Neutral<Route>
