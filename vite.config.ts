import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

/** One file of each kind compresses better than thirty, and only changes with an update. */
const framework = /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/
/** Shared by the back office and the public site. */
const common = modules(
  'ui/(site/(use-(runs|visit)|page-scripts|back-office|frame/theme-switch|head/(document-meta|theme-))|(logo|button|link|note|letter-keys)\\.)',
  'i18n/(use-i18n|site-context|languages|local-path|format)',
  'posts/post-url',
)
/** Needed by lists of posts and by all that reads links. */
const platforms = modules('download/platforms/platform-(key|choice)', 'environment/platform-names')
/** Needed for `import()`: root uses it, and would load the file that contains it. */
const preloadHelper = /vite[\\/]preload-helper/
const classNames = /node_modules[\\/](class-variance-authority|clsx)[\\/]/
const commonIcons =
  /lucide-react[\\/]dist[\\/]esm[\\/](?!icons[\\/](?!(check|copy|download|images|menu|plus|x)\.))/
const adminFrame = modules(
  'ui/admin/(?!lists/|scroll-box|notification-|forms/(test-|password-|confirm-page|form-page)|frame/(unsaved-guard|toast|flash|banners|progress)|live/(use-live|kept-|renewal|watch-|working|ask|connection|offline-|signed-out)|charts/|system-parts|copy-button|shown-once|unavailable-texts|(facts|feed|segments)\\.)',
  'admin/(shell|menu)',
  'i18n/(figure|count)-text',
  'lists/list-address',
)
const adminIcons =
  /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](arrow-(up|down)|chevron-down|trash(-2)?)\./
const adminTables = modules(
  'ui/admin/lists/(data-table|table-looks|row-|use-|sent-rows|empty-state)',
  'views/(own-list|ui/display\\.)',
)
const adminLists = modules('ui/admin/lists/(?!bulk-bar|pager|filter-chips|list-status)')
const adminForms = modules('ui/(admin/forms/password-again|form-fields)')
/** Public site code that some back-office screens need. */
const addresses = modules(
  'i18n/(public-pages|catalogue)',
  'posts/post-link',
  'download/(batch/links|link-refusal)',
)
/** Shared by the back office, batch, the image viewer and failed pages, but not home. */
const shared = modules('ui/(failed-answer|site/messages/request-id|(field|surface|chip|hold)\\.)')
const sharedIcons =
  /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](chevron-left|chevron-right|search|triangle-alert)\./
const downloaderPages = modules(
  'download/ui/(?!save-problem|later/)',
  'ui/(clip-form|site/(frame/(site-|language-switcher)|head/(seo|page-title)|ad-slot|use-sent-html))',
  'http/ad-sandbox',
)
/** Shared by a found post's card, the batch page and the countdown page. */
const offers = modules(
  'download/ui/later/(offers|use-fresh-post|caption-row|lazy-dialog)',
  'posts/save-',
  'ui/site/browser/tell',
)
/** Used by text pages and by lazily loaded parts. */
const looks = modules('ui/((chip|field|surface|ticks)\\.|site/english-note)')
const home = modules('pages/home/(?!home)')

/**
 * Leaves `import()` unchanged in the browser. Vite's helper would first load a part's styles, but
 * each layout links a single stylesheet.
 */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: {
    filter: { id: preloadHelper },
    handler: () => 'export const __vitePreload = (load) => load()',
  },
}

/** Matches modules of `app` whose paths begin with one of the patterns. */
function modules(...patterns: string[]): RegExp {
  return new RegExp(
    patterns.map((pattern) => `app/${pattern}`.replaceAll('/', '[\\\\/]')).join('|'),
  )
}

/** One group, since each becomes a separate file even under the same name. */
function anyOf(...patterns: RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'))
}

export default defineConfig(({ command }) => ({
  // Tailwind's own optimizer targets newer browsers, so only Vite's is used.
  plugins: [tailwindcss({ optimize: false }), reactRouter(), plainImports],
  css: {
    postcss: {
      plugins: [
        {
          postcssPlugin: 'flatten-layers',
          // Browsers of 2021 skip every rule in a cascade layer. Source order keeps the layers'
          // order except for utilities, which must override any number of classes.
          OnceExit(root) {
            root.walkAtRules('layer', (layer) => {
              if (layer.params === 'utilities') {
                layer.walkRules(/^\./, (rule) => {
                  rule.selector = rule.selector.replace(/^|(?<=,\s*)(?=\.)/g, ':not(#\\#)')
                })
              }
              layer.replaceWith(layer.nodes ?? [])
            })
            // `max-lg:` and the like would become `not (min-width: …)`, which needs Chrome 104.
            root.walkAtRules('media', (media) => {
              media.params = media.params.replace(
                /\(width\s*<\s*([\d.]+)rem\)/g,
                (_, width) => `(max-width: ${Number(width) - 0.01}rem)`,
              )
            })
          },
        },
      ],
    },
  },
  // Prebundled for browsers, besides React. Discovery would also find the server's packages when
  // Vite collects a page's styles, and reload every open page for each of them.
  optimizeDeps: {
    noDiscovery: true,
    include: ['d3-scale', 'd3-shape', 'lucide-react', 'mediabunny', 'qrcode'],
  },
  build: {
    target: 'es2022',
    cssTarget: ['chrome92', 'firefox91', 'safari15'],
    assetsInlineLimit: 0,
    // Preload lists for lazy parts cost more than they save: nearly all of it has loaded by then.
    modulePreload: false,
    sourcemap: false,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Otherwise a page loads modules that it doesn't use. Only the scripts beside the app
          // have side effects.
          treeshake: {
            propertyReadSideEffects: false,
            moduleSideEffects: [
              { test: /[\\/]app[\\/](?!.*[\\/]browser[\\/]|entry)/, sideEffects: false },
            ],
          },
          output: {
            // Without their names and with short hashes, the list of routes that every page loads is
            // 0.5 kB smaller (gzip).
            entryFileNames: ({ name }) =>
              name === 'entry.client' ? 'assets/[name]-[hash].js' : 'assets/[hash:7].js',
            codeSplitting: {
              groups: [
                { name: 'react', test: framework },
                { name: 'common', test: anyOf(common, preloadHelper, commonIcons) },
                { name: 'platforms', test: platforms },
                { name: 'addresses', test: addresses },
                { name: 'shared', test: anyOf(shared, sharedIcons, classNames) },
                { name: 'admin', test: anyOf(adminFrame, adminIcons) },
                { name: 'admin-tables', test: adminTables },
                { name: 'admin-lists', test: adminLists },
                { name: 'admin-forms', test: adminForms },
                { name: 'site', test: downloaderPages },
                { name: 'sections', test: home },
                { name: 'offers', test: offers },
                { name: 'looks', test: looks },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Otherwise the bundle contains both builds of React, and runs the slow one if NODE_ENV is
      // not set.
      ...(command === 'build' && { define: { 'process.env.NODE_ENV': '"production"' } }),
      build: {
        target: 'node22',
        rolldownOptions: {
          input: {
            server: './app/server/start.ts',
            // A file of its own beside the others, since it finds them by its own address.
            main: './app/server/main.ts',
            'engine-thread': './app/download/engine/engine-thread.ts',
            'password-hash-worker': './app/accounts/credentials/password-hash-worker.ts',
            'maintenance-process': './db/sqlite/maintenance-process.ts',
          },
          // One character beyond ASCII, also in a license, and the file takes two bytes of memory for
          // each. THIRD_PARTY_LICENSES.md has the licenses.
          output: { charset: 'ascii', comments: false },
        },
      },
    },
  },
  // One bundle starts faster.
  ssr: {
    noExternal: command === 'build' ? true : undefined,
    external: ['better-sqlite3', 'pg', 'piscina'],
  },
}))
