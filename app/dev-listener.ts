import * as build from 'virtual:react-router/server-build'
import { createRequestListener } from '#app/request-listener.server.ts'
import { prepareDevelopmentAdmin } from './accounts/development-admin.server.ts'

await prepareDevelopmentAdmin()

/** Loaded by Vite's module runner, anew after each change. */
export const listener = createRequestListener(build, { mode: 'development', staticFolder: null })
