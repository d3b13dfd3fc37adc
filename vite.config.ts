import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  build: { target: 'es2020', assetsInlineLimit: 0, sourcemap: false },
  environments: {
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
