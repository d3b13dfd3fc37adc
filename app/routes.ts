import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'

/** The whole URL map. Pages of the public site have a language in front, except the default one's. */
export default [
  layout('routes/public-layout.tsx', [
    ...prefix(':lang?', [
      index('routes/home/home.tsx'),
      route('download', 'routes/static-page.tsx', { id: 'download' }),
      route('tiktok-downloader-pc', 'routes/static-page.tsx', { id: 'pc' }),
      route('tiktok-downloader-chrome-extension', 'routes/static-page.tsx', { id: 'extension' }),
      route('free-tiktok-downloader-mp4', 'routes/static-page.tsx', { id: 'mp4' }),
      route('privacy', 'routes/static-page.tsx', { id: 'privacy' }),
      route('terms', 'routes/static-page.tsx', { id: 'terms' }),
      route('dmca', 'routes/static-page.tsx', { id: 'dmca' }),
      route('contact', 'routes/static-page.tsx', { id: 'contact' }),
      route('help', 'routes/static-page.tsx', { id: 'help' }),
      route('blog', 'routes/blog/blog.tsx'),
      route('blog/:slug', 'routes/blog/article.tsx'),
      route('resources', 'routes/resources/resources-page.tsx'),
      route('statistics', 'routes/statistics/statistics.tsx'),
      route('backlink-builder', 'routes/outreach/outreach.tsx'),
      route('press-kit', 'routes/press/press-kit.tsx'),
      route('newsletter', 'routes/newsletter/newsletter.tsx'),
      route('newsletter/confirm/:token', 'routes/newsletter/confirm.tsx'),
      route('newsletter/unsubscribe/:token', 'routes/newsletter/unsubscribe.tsx'),
      route('prepare/:postId/:format', 'routes/prepare.tsx'),
      route('save/:postId/:format', 'routes/save.tsx'),
      route('*', 'routes/not-found.tsx'),
    ]),
  ]),
  route('admin', 'routes/admin/layout.tsx', [
    index('routes/admin/dashboard.tsx'),
    route('account', 'routes/admin/account/account.tsx'),
    route('*', 'routes/admin/not-found.tsx'),
  ]),
  layout('routes/admin/sign-in/layout.tsx', [
    route('admin/login', 'routes/admin/sign-in/login.tsx'),
    route('admin/connection', 'routes/admin/sign-in/connection.ts'),
    route('admin/two-factor', 'routes/admin/sign-in/two-factor.tsx'),
    route('admin/logout', 'routes/admin/sign-in/logout.ts'),
    route('admin/forgot-password', 'routes/admin/sign-in/forgot-password.tsx'),
    route('admin/reset/:token', 'routes/admin/sign-in/reset.tsx'),
    route('admin/setup/:token', 'routes/admin/sign-in/setup.tsx'),
  ]),
  route('cover/:postId', 'routes/cover.ts'),
  route('blog/feed.xml', 'routes/blog/feed.ts'),
  route('pages/*', 'routes/page-document.ts'),
  // Else `/:lang/blog/:slug` would come first.
  route('pages/blog/*', 'routes/page-document.ts', { id: 'article-document' }),
  route('sitemap.xml', 'routes/sitemap.ts'),
  route('robots.txt', 'routes/robots.ts'),
  route('site.webmanifest', 'routes/web-manifest.ts'),
  route('health', 'routes/health.ts'),
] satisfies RouteConfig
