import type { z } from 'zod'
import { fieldsOf } from '#app/api/openapi.server.ts'
import {
  LinkQuery,
  LookupAnswer,
  Media,
  Offer,
  PlatformAnswer,
  ProblemAnswer,
  SaveQuery,
  StatusAnswer,
} from '#app/api/schemas.ts'
import prose from '#app/css/prose.css?url'
import { env } from '#app/env.server.ts'
import { useDocumentI18n } from '#app/i18n/use-i18n.ts'
import { besideContents, Contents } from '#app/pages/documents/document-content.tsx'
import { settings } from '#app/settings/settings.server.ts'
import { CopyScript } from '#app/ui/copy-button.tsx'
import { EnglishNote } from '#app/ui/site/english-note.tsx'
import { Seo } from '#app/ui/site/head/seo.tsx'
import type { Route } from './+types/reference'
import { LimitsSection, ProblemsSection, TokenSection } from './general-sections.tsx'
import { Code, Example, Fields } from './parts.tsx'
import { problemGroups } from './problem-types.server.ts'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: prose }]

export function loader() {
  const { apiAccess, rateLimitPerMinute } = settings()
  return {
    site: env.APP_URL,
    access: apiAccess,
    perMinute: rateLimitPerMinute,
    fields: {
      link: fieldsOf(LinkQuery),
      lookup: fieldsOf(LookupAnswer),
      media: fieldsOf(Media),
      offer: fieldsOf(Offer),
      save: fieldsOf(SaveQuery),
      status: fieldsOf(StatusAnswer),
      platform: fieldsOf(PlatformAnswer),
      problem: fieldsOf(ProblemAnswer),
    },
    example: JSON.stringify(exampleAnswer(env.APP_URL), null, 2),
    problems: problemGroups(),
  }
}

/** A look-up's answer on a site with this address, with one of its offers. */
function exampleAnswer(site: string): z.output<typeof LookupAnswer> {
  const id = '7106594312292453675'
  return {
    id,
    platform: 'tiktok',
    kind: 'video',
    link: `https://www.tiktok.com/@tiktok/video/${id}`,
    title: 'A title',
    author: 'TikTok',
    durationSeconds: 12,
    sensitive: false,
    sample: false,
    media: [{ type: 'video', number: 1, durationSeconds: 12, width: 576, height: 1024 }],
    offers: [
      {
        format: 'mp4',
        quality: '576p',
        width: 576,
        height: 1024,
        bytes: 819031,
        codec: 'h264',
        url: `${site}/save/${id}/mp4?e=1795915320&s=yobYCKNMu9fNdtQJ`,
        expiresAt: '2026-11-29T01:22:00.000Z',
      },
    ],
  }
}

type Data = Route.ComponentProps['loaderData']

const headings = [
  { id: 'token', text: 'Getting a token' },
  { id: 'lookups', text: 'Looking up a link' },
  { id: 'save', text: 'Saving a file' },
  { id: 'status', text: 'Status' },
  { id: 'limits', text: 'Limits and headers' },
  { id: 'problems', text: 'Problems' },
  { id: 'openapi', text: 'For generators' },
]

const post = 'https://www.tiktok.com/@tiktok/video/7106594312292453675'

/** Explains the API to developers. It exists while the API is off too, since problems lead here. */
export default function Reference({ loaderData }: Route.ComponentProps) {
  const { t, language } = useDocumentI18n()
  const { access, perMinute, fields, problems } = loaderData
  return (
    <div className="wrap-text pt-8 pb-6 md:pt-12 lg:pt-16 lg:pb-10">
      <Seo title={t.reference.title} description={t.reference.description} />
      {access === 'off' && <meta name="robots" content="noindex" />}
      <h1 className="display text-4xl">{t.reference.title}</h1>
      <EnglishNote text={t.reference.onlyEnglish} />
      <div className={`mt-8 ${besideContents}`} lang="en">
        <Contents headings={headings} lang={language === 'en' ? undefined : language} />
        <div className="prose">
          <p>
            Other programs can look up links here and save files. Posts that were removed from this
            site stay removed for them too.
          </p>
          {access === 'off' && (
            <p className="note">
              <strong>This site’s API is turned off.</strong> Look-ups and files are refused until
              the people who run it turn it on.
            </p>
          )}
          <TokenSection access={access} />
          <Lookups data={loaderData} />
          <Save data={loaderData} />
          <Status data={loaderData} />
          <LimitsSection access={access} perMinute={perMinute} />
          <ProblemsSection fields={fields.problem} problems={problems} />
          <h2 id="openapi">For generators</h2>
          <p>
            <a href="/api/v1/openapi.json">/api/v1/openapi.json</a> describes all of this in OpenAPI
            3.1. Answers can gain members and problems can gain types, so skip those that you don’t
            know.
          </p>
        </div>
      </div>
      <CopyScript />
    </div>
  )
}

function Lookups({ data: { site, fields, example } }: { data: Data }) {
  const address = `${site}/api/v1/lookups`
  return (
    <>
      <h2 id="lookups">Looking up a link</h2>
      <p>
        <code>GET /api/v1/lookups</code> returns what can be saved of a post. Needs the{' scope '}
        <code>lookup</code>.
      </p>
      <Example id="curl-lookup">{`curl -H 'Authorization: Bearer TOKEN' -G ${address} \\
  --data-urlencode 'url=${post}'`}</Example>
      <h3>Parameters</h3>
      <Fields fields={fields.link} optional />
      <p>
        <code>POST /api/v1/lookups</code> does the same with the parameters as JSON, which keeps the
        link out of logs:
      </p>
      <Example id="curl-post">{`curl -H 'Authorization: Bearer TOKEN' ${address} \\
  --json '{"url": "${post}"}'`}</Example>
      <h3>Answer</h3>
      <Fields fields={fields.lookup} />
      <p>
        Each of <code>media</code>:
      </p>
      <Fields fields={fields.media} />
      <p>
        Each of <code>offers</code>:
      </p>
      <Fields fields={fields.offer} />
      <p>For example, shortened to one offer:</p>
      <Code>{example}</Code>
    </>
  )
}

function Save({ data: { site, fields } }: { data: Data }) {
  const start = `curl -fOJ -H 'Authorization: Bearer TOKEN' -G ${site}/api/v1/save \\
  --data-urlencode 'url=${post}'`
  return (
    <>
      <h2 id="save">Saving a file</h2>
      <p>
        <code>GET /api/v1/save</code> looks a link up and returns the file itself. Needs the
        {' scope '}
        <code>save</code>.
      </p>
      <Example id="curl-save">{start}</Example>
      <p>The sound of a part as MP3:</p>
      <Example id="curl-part">{`${start} \\
  -d format=mp3 -d start=1 -d end=3.5`}</Example>
      <h3>Parameters</h3>
      <Fields fields={fields.save} optional />
      <p>
        A photo post’s images are <code>image-1</code>, <code>image-2</code> and so on, and all of
        them with the sound are <code>zip</code>. A post’s further videos end in their number, as
        {' in '}
        <code>mp4-2</code>.
      </p>
      <h3>Answer</h3>
      <p>
        The file, with its name in <code>Content-Disposition</code>. <code>HEAD</code> returns its
        headers alone. <code>Range</code> returns a piece of it where the answer{' has '}
        <code>Accept-Ranges: bytes</code>.
      </p>
    </>
  )
}

function Status({ data: { site, fields } }: { data: Data }) {
  const { localPath } = useDocumentI18n()
  return (
    <>
      <h2 id="status">Status</h2>
      <p>
        <code>GET /api/v1/status</code> returns what is on{' the '}
        <a href={localPath('/status')}>status page</a>. It needs no token, and works while the API
        is off.
      </p>
      <Example id="curl-status">{`curl ${site}/api/v1/status`}</Example>
      <h3>Answer</h3>
      <Fields fields={fields.status} />
      <p>
        Each of <code>platforms</code>:
      </p>
      <Fields fields={fields.platform} />
    </>
  )
}
