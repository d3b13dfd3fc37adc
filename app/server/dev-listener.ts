import * as build from 'virtual:react-router/server-build'
import { prepareDevelopmentAdmin } from '#app/accounts/development-admin.server.ts'
import { createRequestListener } from './request-listener.server.ts'

await prepareDevelopmentAdmin()

/** Loaded by Vite's module runner, anew after each change. */
export const listener = createRequestListener(build, { mode: 'development', staticFolder: null })
