import { isReady } from '#app/observe/readiness.server.ts'

export async function loader() {
  const ready = await isReady()
  return new Response(ready ? 'up\n' : 'down\n', {
    status: ready ? 200 : 503,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
