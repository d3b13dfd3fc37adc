import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  ssr: true,
  // The server has helper processes and threads beside it, each with a file of its own name.
  serverBuildFile: '[name].js',
  // Else anybody could ask the server which routes exist.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
