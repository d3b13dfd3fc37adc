import type { Register } from 'react-router'

type Route = Register extends { pages: infer Pages } ? keyof Pages & string : never

/** A route's path up to its first parameter, and any text behind that. */
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

/**
 * A path of the public site without its language, as routes.ts has it: a link to a page that isn't
 * there does not compile.
 */
export type PublicPath = Neutral<Route> | '/batch'
