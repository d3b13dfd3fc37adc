/** `npm start`: builds the app if its sources have changed, then runs the server. */
import '#app/cli/build.ts'

// @ts-expect-error: the line above makes it, and it has no types.
await import('../../build/server/server.js')
