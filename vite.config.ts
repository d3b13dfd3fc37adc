import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  build: { target: 'es2022', assetsInlineLimit: 0, sourcemap: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              // One file compresses better than a dozen, and changes with an update only.
              groups: [
                { name: 'react', test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/ },
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
