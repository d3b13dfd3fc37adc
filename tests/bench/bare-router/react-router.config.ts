import type { Config } from '@react-router/dev/config'
import app from '../../../react-router.config.ts'

/** The app's own routes, built into a folder of their own. */
export default {
  ...app,
  appDirectory: '../../../app',
  buildDirectory: '../../../build/bare-router',
} satisfies Config
