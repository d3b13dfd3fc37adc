import { defineConfig } from 'vite'
import appConfig from '../../../vite.config.ts'

/** The app's own build, with the yardstick's program around the routes instead of the app's. */
export default defineConfig((options) => {
  const app = appConfig(options)
  const ssr = app.environments?.ssr
  const rolldownOptions = { input: { server: './server.ts' } }
  return {
    ...app,
    environments: {
      ...app.environments,
      ssr: { ...ssr, build: { ...ssr?.build, rolldownOptions } },
    },
  }
})
