import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  ssr: true,
  // The server has helper processes and threads beside it, each with a file of its own name.
  serverBuildFile: '[name].js',
  // Else anybody could ask the server which routes exist.
  routeDiscovery: { mode: 'initial' },
  // What a page does in the browser is in files that several pages share; more files cost more.
  splitRouteModules: false,
} satisfies Config
