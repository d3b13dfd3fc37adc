import { env } from '#app/env.server.ts'
import { createGuardedClient } from './fetch.server.ts'

/** The client for small calls to other sites. It doesn't use the operator's proxy. */
export const outboundClient = createGuardedClient({ trustedUpstreams: env.TRUSTED_UPSTREAMS })
