import type { Field } from '#app/api/openapi.server.ts'
import { type Scope, scopes, scopeTexts } from '#app/api/scopes.ts'
import { useDocumentI18n } from '#app/i18n/use-i18n.ts'
import { Fields, Problems } from './parts.tsx'
import type { ProblemGroups } from './problem-types.server.ts'

type Access = 'off' | 'token' | 'anyone'

const scopeUses: Record<Scope, string> = {
  lookup: '/api/v1/lookups',
  save: '/api/v1/save, and the addresses of files in look-ups',
}

export function TokenSection({ access }: { access: Access }) {
  const { localPath } = useDocumentI18n()
  return (
    <>
      <h2 id="token">Getting a token</h2>
      <p>
        {access === 'anyone' ? 'A token has a limit of its own' : 'Every program needs a token'}.
        The people who run this site make tokens, in the back office under Settings → API → API
        tokens. If you aren’t one of them, <a href={localPath('/contact')}>ask them</a>. A token is
        shown once, can expire, and can be ended at any time.
      </p>
      <p>
        Send it as <code>Authorization: Bearer cc_…</code>. It’s never read from an address or a
        cookie. What it can be used for is its scopes:
      </p>
      <dl>
        {scopes.map((scope) => (
          <div key={scope}>
            <dt>
              <code>{scope}</code>
            </dt>
            <dd>
              {scopeTexts[scope]}: {scopeUses[scope]}.
            </dd>
          </div>
        ))}
      </dl>
      {access === 'anyone' && <p>On this site, programs can also ask without a token.</p>}
    </>
  )
}

export function LimitsSection({ access, perMinute }: { access: Access; perMinute: number }) {
  return (
    <>
      <h2 id="limits">Limits and headers</h2>
      <ul>
        <li>
          {'Each token has its own number of requests per minute. Every answer to a token has '}
          <code>RateLimit-Policy: "token";q=60;w=60</code> (60 requests in 60 seconds){' and '}
          <code>RateLimit: "token";r=59;t=60</code> (59 left, and all of them back in 60 seconds).
        </li>
        {access === 'anyone' && (
          <li>Without a token, a network has the visitors’ {perMinute} requests a minute.</li>
        )}
        <li>
          <code>Retry-After</code> says how many seconds to wait, with every 429 and most 503s.
        </li>
        <li>New posts, MP3s and downloads at once are also shared among everyone.</li>
        <li>Addresses of files in look-ups work for ten minutes.</li>
        <li>
          Pages of other sites need a token for look-ups and files, and can then read the answers
          (CORS). Never put a token into a page that others can open.
        </li>
        <li>
          Answers are never cached, except for <code>/status</code> and the description for
          generators.
        </li>
      </ul>
    </>
  )
}

export function ProblemsSection({
  fields,
  problems: { requests, links, posts, files },
}: {
  fields: readonly Field[]
  problems: ProblemGroups
}) {
  return (
    <>
      <h2 id="problems">Problems</h2>
      <p>
        A request that fails is answered with <code>application/problem+json</code> (RFC{' 9457). '}
        <code>/save</code> answers a sentence instead unless <code>Accept</code> names JSON, so that
        a phone can show it.
      </p>
      <Fields fields={fields} optional />
      <h3>With the request</h3>
      <p>
        <code>too-many</code> also stands for a network without a token.
      </p>
      <Problems types={requests} />
      <h3>With the link</h3>
      <p>The status is 400. Check the link before you send it again.</p>
      <Problems types={links} />
      <h3>With the post</h3>
      <p>
        The status is 404 for a post that isn’t found, 451 for one that was removed here, and
        otherwise 503. The service is whatever this site asks for the post, mostly the platform.
      </p>
      <Problems types={posts} />
      <h3>With the file</h3>
      <p>
        The status is 404 if the post doesn’t have it, 413 if it’s too large or long, 416 for a
        range outside it, 429 or 503 if you should wait, and otherwise 502 or 504.
      </p>
      <Problems types={files} />
    </>
  )
}
