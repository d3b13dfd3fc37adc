import { adHeaders } from '#app/http/secure-headers.server.ts'
import { textResponse } from '#app/http/text-response.ts'
import { adHtml, adPlaces } from '#app/settings/ads.server.ts'
import type { Route } from './+types/ad'

/** An advertisement as its own document, for the sandboxed frame of its place. */
export function loader({ request, params }: Route.LoaderArgs) {
  const place = adPlaces.find((name) => name === params.place)
  const html = place === undefined ? '' : adHtml(place)
  if (html === '') return new Response('Not Found\n', { status: 404 })
  return textResponse(request, documentOf(html), {
    type: 'text/html',
    headers: { ...adHeaders, 'Cache-Control': 'no-cache', 'X-Robots-Tag': 'noindex, nofollow' },
  })
}

/** Links open in a new tab, as a frame is too small for their pages. */
function documentOf(html: string): string {
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Advertisement</title>
<base target="_blank">
<style>html,body{margin:0;overflow:hidden}body{text-align:center}img,video,iframe{max-width:100%;border:0}</style>
</head>
<body>
${html}
</body>
</html>
`
}
