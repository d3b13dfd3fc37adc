import { env } from '#app/env.server.ts'
import { createGuardedClient } from './fetch.server.ts'

/** The client for small calls to other sites, past the operator's proxy. */
export const outboundClient = createGuardedClient({ trustedUpstreams: env.TRUSTED_UPSTREAMS })
