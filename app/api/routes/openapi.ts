import { openApi } from '#app/api/openapi.server.ts'
import { textResponse } from '#app/http/text-response.ts'
import { openRoute } from './api-route.server.ts'

/** The API's description for programs, open to anyone. */
export const loader = openRoute(async ({ request }) =>
  textResponse(request, JSON.stringify(openApi()), { type: 'application/json' }),
)
