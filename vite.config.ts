import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** One file of each kind compresses better than thirty, and changes with an update only. */
const framework = /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/
/** What the back office has in common with the public site. */
const common = modules(
  'ui/(site/(use-(runs|visit)|page-scripts|back-office|frame/theme-switch|head/(document-meta|theme-))|(logo|button|link|note)\\.)',
  'i18n/(use-i18n|site-context|languages|local-path|format)',
  'posts/post-url',
)
/** What `import()` needs: root has one, and would load the file that holds it. */
const preloadHelper = /vite[\\/]preload-helper/
const classNames = /node_modules[\\/](class-variance-authority|clsx)[\\/]/
const commonIcons =
  /lucide-react[\\/]dist[\\/]esm[\\/](?!icons[\\/](?!(check|copy|download|images|menu|plus|x)\.))/
const adminFrame = modules(
  'ui/admin/(?!lists/|forms/(test-|password-|confirm-page)|frame/(unsaved-guard|toast)|live/(use-live|watch)|charts/|system-parts|copy-button)',
  'admin/(shell|menu|notification-list)',
  'i18n/figure-text',
  'lists/list-address',
)
/** What tables and lists have in common with other screens. */
const adminIcons = /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](arrow-(up|down)|trash-2)\./
const adminTables = modules(
  'ui/admin/lists/(data-table|table-looks|row-|use-|sent-rows|own-list|bulk-form|empty-state)',
)
const adminLists = modules(
  'ui/admin/lists/(?!bulk-bar|display-menu|edit-cell|display-form|pager|filter-chips|saved-views)',
)
const adminForms = modules('ui/(admin/forms/password-again|form-fields)')
/** What some screens of the back office need of the public site. */
const addresses = modules(
  'i18n/(public-pages|catalogue)',
  'posts/post-link',
  'download/(batch/links|link-refusal)',
)
/** What the back office shares with batch, the image viewer and failed pages, but not with home. */
const shared = modules('ui/(admin/damaged-texts|site/messages/request-id|(field|surface|chip)\\.)')
const sharedIcons =
  /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](chevron-left|chevron-right|search|triangle-alert)\./
const downloaderPages = modules(
  'download/ui/(?!save-problem|later/)',
  'ui/site/(frame/(site-|tags|language-switcher)|head/seo|ad-slot)',
  'http/ad-sandbox',
)
/** What pages of text and the parts that load late draw on. */
const looks = modules('ui/((chip|field|surface|ticks)\\.|site/english-note)')
const home = modules('pages/home/(?!home)', 'ui/(eyebrow|disclosure)')

/** Matches modules of `app` whose paths begin with one of the patterns. */
function modules(...patterns: string[]): RegExp {
  return new RegExp(
    patterns.map((pattern) => `app/${pattern}`.replaceAll('/', '[\\\\/]')).join('|'),
  )
}

/** One group, since each makes a file of its own even under the same name. */
function anyOf(...patterns: RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'))
}

export default defineConfig(({ command }) => ({
  // Tailwind's own optimizer has newer browsers as its targets: Vite's does the work alone.
  plugins: [tailwindcss({ optimize: false }), reactRouter()],
  css: {
    postcss: {
      plugins: [
        {
          postcssPlugin: 'flatten-layers',
          // Browsers of 2021 skip every rule in a cascade layer. Source order keeps the layers'
          // order except for utilities, which have to win over any number of classes.
          OnceExit(root) {
            root.walkAtRules('layer', (layer) => {
              if (layer.params === 'utilities') {
                layer.walkRules(/^\./, (rule) => {
                  rule.selector = rule.selector.replace(/^|(?<=,\s*)(?=\.)/g, ':not(#\\#)')
                })
              }
              layer.replaceWith(layer.nodes ?? [])
            })
            // `max-lg:` and its like would become `not (min-width: …)`, which Chrome knows from 104 on.
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
  // What browsers load besides React, prepared at the start. Vite would find the server's packages
  // too when it collects a page's styles, and reload every open page for each of them.
  optimizeDeps: { noDiscovery: true, include: ['d3-scale', 'd3-shape', 'lucide-react'] },
  build: {
    target: 'es2022',
    cssTarget: ['chrome92', 'firefox91', 'safari15'],
    assetsInlineLimit: 0,
    // Lists of what each later part needs cost more than they bring: nearly all of it is there by then.
    modulePreload: false,
    sourcemap: false,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Else a page loads modules that it uses nothing of. Only the scripts beside the app do
          // something by themselves.
          treeshake: {
            propertyReadSideEffects: false,
            moduleSideEffects: [
              { test: /[\\/]app[\\/](?!.*[\\/]browser[\\/]|entry)/, sideEffects: false },
            ],
          },
          output: {
            codeSplitting: {
              groups: [
                { name: 'react', test: framework },
                { name: 'common', test: anyOf(common, preloadHelper, commonIcons) },
                { name: 'addresses', test: addresses },
                { name: 'shared', test: anyOf(shared, sharedIcons, classNames) },
                { name: 'admin', test: anyOf(adminFrame, adminIcons) },
                { name: 'admin-tables', test: adminTables },
                { name: 'admin-lists', test: adminLists },
                { name: 'admin-forms', test: adminForms },
                { name: 'site', test: downloaderPages },
                { name: 'sections', test: home },
                { name: 'looks', test: looks },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Else the bundle holds both builds of React, and runs the slow one where NODE_ENV is not set.
      ...(command === 'build' && { define: { 'process.env.NODE_ENV': '"production"' } }),
      build: {
        target: 'node22',
        rolldownOptions: {
          input: {
            server: './app/server/main.ts',
            'audio-worker-process': './app/download/audio/audio-worker-process.ts',
            'password-hash-worker': './app/accounts/credentials/password-hash-worker.ts',
            'maintenance-process': './db/sqlite/maintenance-process.ts',
          },
        },
      },
    },
  },
  // One bundle starts faster.
  ssr: {
    noExternal: command === 'build' ? true : undefined,
    external: ['better-sqlite3', 'node-av', 'pg', 'piscina'],
  },
}))
