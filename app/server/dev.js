// `npm run dev`. JavaScript, so that a Node too old for TypeScript prints a text, not an error.
import './node-version.js'

await import('./dev-server.ts')
