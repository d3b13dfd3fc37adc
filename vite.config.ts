import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  build: { target: 'es2020', assetsInlineLimit: 0, sourcemap: false },
  environments: {
    ssr: {
      build: {
        target: 'node22',
        rolldownOptions: {
          input: {
            server: './app/server.ts',
            'audio-worker-process': './app/services/audio-worker-process.ts',
            'password-hash-worker': './app/services/password-hash-worker.ts',
          },
        },
      },
    },
  },
  // One bundle starts faster and carries React's production build whatever NODE_ENV says.
  ssr: {
    noExternal: command === 'build' ? true : undefined,
    external: ['better-sqlite3', 'node-av'],
  },
}))
