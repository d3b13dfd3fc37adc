import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'

/** The whole URL map. Pages of the public site have a language in front, except the default one's. */
export default [
  layout('routes/public-layout.tsx', [
    ...prefix(':lang?', [
      index('routes/home/home.tsx'),
      route('prepare/:postId/:format', 'routes/prepare.tsx'),
      route('save/:postId/:format', 'routes/save.tsx'),
    ]),
    route('*', 'routes/not-found.tsx'),
  ]),
  route('cover/:postId', 'routes/cover.ts'),
  route('health', 'routes/health.ts'),
] satisfies RouteConfig
