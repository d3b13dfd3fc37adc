import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** One file of each kind compresses better than thirty, and changes with an update only. */
const framework = /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/
/** What the back office has in common with the public site. */
const common = modules(
  'ui/(use-(runs|site|visit)|page-scripts|logo)',
  'i18n/(use-i18n|catalogue|local-path)',
  'utils/back-office',
)
const commonIcons =
  /lucide-react[\\/]dist[\\/]esm[\\/](?!icons[\\/](?!(check|copy|download|images|menu|plus|x)\.))/
const adminFrame = modules('ui/admin/(?!test-lookup|bar-|use-bar|count-axis|copy-button)')
const addresses = modules('utils/(public-pages|post-link|link-refusal)')
const downloaderPages = modules(
  'ui/(downloader/(?!save-problem)|site-|seo|json-ld|consent|ad-slot|language-|use-)',
  'utils/(json-ld|ad-sandbox)',
  'routes/home/(?!home)',
)

/** Matches modules of `app` whose paths begin with one of the patterns. */
function modules(...patterns: string[]): RegExp {
  return new RegExp(
    patterns.map((pattern) => `app/${pattern}`.replaceAll('/', '[\\\\/]')).join('|'),
  )
}

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  build: { target: 'es2022', assetsInlineLimit: 0, sourcemap: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'react', test: framework },
                { name: 'common', test: common },
                { name: 'common', test: commonIcons },
                { name: 'addresses', test: addresses },
                { name: 'admin', test: adminFrame },
                { name: 'site', test: downloaderPages },
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
            server: './app/server.ts',
            'audio-worker-process': './app/services/audio-worker-process.ts',
            'password-hash-worker': './app/services/password-hash-worker.ts',
            'maintenance-process': './db/maintenance-process.ts',
          },
        },
      },
    },
  },
  // One bundle starts faster.
  ssr: {
    noExternal: command === 'build' ? true : undefined,
    external: ['better-sqlite3', 'node-av'],
  },
}))
