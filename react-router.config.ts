import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  ssr: true,
  // The server's bundle has two entries: the server and the audio worker's process.
  serverBuildFile: '[name].js',
  // The whole URL map is in the first page: nobody can ask the server which routes exist.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
