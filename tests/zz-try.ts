import { startMediaHost } from '#tests/fakes/media-host.ts'
import { createGuardedClient } from '#app/services/guarded-fetch.server.ts'
import { Agent, request } from 'undici'
import { once } from 'node:events'
const host = await startMediaHost({ })
async function watch(name: string) { const seen: number[] = []; for (let i = 0; i < 14; i++) { seen.push(host.openSockets()); await new Promise(r => setTimeout(r, 500)) } console.log(name, seen.join(' ')) }
const client = createGuardedClient({ trustedUpstreams: [host.hostPort] })
await Promise.all(Array.from({ length: 20 }, async () => { const a = await client.request(host.origin + '/big/50000000', {}); if (a.ok) { await once(a.body, 'readable'); a.body.destroy() } }))
await watch('guarded')
const agent = new Agent()
await Promise.all(Array.from({ length: 20 }, async () => { const a = await request(host.origin + '/big/50000000', { dispatcher: agent }); await once(a.body, 'readable'); a.body.on('error', () => {}); a.body.destroy() }))
await watch('undici Agent')
await client.close(); await host.close(); await agent.destroy()
