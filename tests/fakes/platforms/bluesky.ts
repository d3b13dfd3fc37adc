import type { ServerOptions } from '../http.ts'
import { begin, serve } from '../media-answer.ts'
import { fileOf, type MediaFile, mediaFiles } from '../media-files.ts'
import { type HostCall, type PlayedHosts, sendJson, startPlayedHosts } from './played-hosts.ts'

/** Plays the hosts of Bluesky, the directory of accounts, and accounts' own servers. */

type Json = Record<string, unknown>

const names = [
  'video',
  'beside_quote',
  'photos',
  'gallery',
  'photos_beside_quote',
  'gif',
  'text',
  'quote',
  'external_gif',
  'record_only',
  'wrapped',
  'captions',
  'hevc',
  'sensitive',
  'sensitive_author',
  'not_sensitive',
  'members_only',
  'hidden',
  'taken_down',
  'hostile',
  'odd_fields',
  'foreign_files',
  'gone',
  'not_found',
  'blocked',
  'lost_account',
  'closed_account',
  'limited',
  'limited_until',
  'refused',
  'login',
  'shell',
  'shape',
  'wrong',
  'wrong_account',
  'broken',
  'huge',
  'own_server',
  'own_domain',
  'own_captions',
  'own_inside',
  'own_credentials',
  'own_port',
  'own_path',
  'own_name',
  'own_address',
  'own_redirect_inside',
  'own_redirect_page',
  'own_redirect_directory',
  'own_larger',
  'own_larger_unsaid',
  'own_markup',
  'own_gone',
  'own_unlisted',
  'own_other_account',
  'own_endless',
  'taken_repo',
  'own_redirect_name',
  'own_redirect_port',
  'redirect_name',
] as const

export type BlueskyPostName = (typeof names)[number]

/** 24 letters, as the directory's identifiers have. */
const letters = (index: number) =>
  `${'a'.repeat(22)}${String.fromCharCode(97 + Math.floor(index / 26), 97 + (index % 26))}`
const didOf = (name: BlueskyPostName) =>
  name === 'own_domain' ? 'did:web:domain.pds.test' : `did:plc:${letters(names.indexOf(name))}`
const handleOf = (name: BlueskyPostName) => `${name.replaceAll('_', '-')}.test`
const rkey = '3kaaaaaaaaa2a'

const canaries = [
  ['did:plc:pzdr5ylumf7vmvwasrpr5bf2', '3l4omssdl632g'],
  ['did:plc:ywbm3iywnhzep3ckt6efhoh7', '3l3wonhk23g2i'],
] as const

const cid = (name: string) => `bafkrei${name}${'a'.repeat(30)}`
const videoCid = cid('video')
const media = mediaFiles()

function fileNamed(name: string): MediaFile {
  const file = media.get(name)
  if (file === undefined) throw new Error(`No file ${name}`)
  return file
}

const markup = fileOf(Buffer.from(`<!doctype html><html>${' '.repeat(3000)}</html>`), 'video/mp4')
const larger = fileNamed('hd.mp4')
const blobs = new Map<string, MediaFile>([
  [videoCid, fileNamed('video.mp4')],
  [cid('hevc'), fileNamed('hevc.mp4')],
  [cid('gif'), fileNamed('silent.mp4')],
  [cid('captions'), fileNamed('captions.vtt')],
  [cid('german'), fileNamed('captions-de.vtt')],
])

const blob = (of: string, mimeType: string): Json => ({
  $type: 'blob',
  ref: { $link: of },
  mimeType,
  size: blobs.get(of)?.size,
})

const label = (val: string, more: Json = {}): Json => ({
  src: 'did:plc:ar7c4by46qjdydhdevvrndac',
  uri: 'at://did',
  val,
  cts: '2026-05-13T09:00:00.000Z',
  ...more,
})

type Embeds = { record?: Json; view?: Json }

function video(of = videoCid, more: { record?: Json; view?: Json } = {}): Required<Embeds> {
  return {
    record: {
      $type: 'app.bsky.embed.video',
      aspectRatio: { width: 9, height: 16 },
      video: blob(of, 'video/mp4'),
      ...more.record,
    },
    view: {
      $type: 'app.bsky.embed.video#view',
      cid: of,
      playlist: `https://video.bsky.app/watch/did/${of}/playlist.m3u8`,
      thumbnail: `https://video.bsky.app/watch/did/${of}/thumbnail.jpg`,
      aspectRatio: { width: 9, height: 16 },
      ...more.view,
    },
  }
}

const picture = (number: number) =>
  `https://cdn.bsky.app/img/feed_fullsize/plain/did/${cid(`image${number}`)}@jpeg`
const photos = (count: number, type: 'images' | 'gallery'): Embeds => ({
  record: { $type: `app.bsky.embed.${type}` },
  view: {
    $type: `app.bsky.embed.${type}#view`,
    [type === 'images' ? 'images' : 'items']: Array.from({ length: count }, (_, index) => ({
      fullsize: picture(index + 1),
      [type === 'images' ? 'thumb' : 'thumbnail']: picture(index + 1),
      alt: '',
    })),
  },
})

const quoted: Json = {
  $type: 'app.bsky.embed.record#view',
  record: {
    $type: 'app.bsky.embed.record#viewRecord',
    uri: `at://did:plc:${letters(700)}/app.bsky.feed.post/${rkey}`,
    author: { did: `did:plc:${letters(700)}`, handle: 'quoted.test' },
    value: { text: 'quoted' },
    embeds: [video(cid('quoted')).view],
  },
}

const besideQuote = ({ record, view }: Embeds): Embeds => ({
  record: { $type: 'app.bsky.embed.recordWithMedia', media: record, record: {} },
  view: { $type: 'app.bsky.embed.recordWithMedia#view', media: view, record: quoted },
})

const captioned = video(videoCid, {
  record: {
    captions: [
      { lang: 'en', file: blob(cid('captions'), 'text/vtt') },
      { lang: 'de-AT', file: blob(cid('german'), 'text/vtt') },
      { lang: 'en', file: blob(cid('german'), 'text/vtt') },
      { lang: '../../x', file: blob(cid('german'), 'text/vtt') },
      { lang: 'fr', file: { ref: { $link: '../../x' } } },
    ],
  },
})

function post(did: string, handle: string, embeds: Embeds = video(), more: Json = {}): Json {
  return {
    uri: `at://${did}/app.bsky.feed.post/${rkey}`,
    cid: cid('post'),
    author: { did, handle, displayName: 'A', labels: [], createdAt: '2024-01-01T00:00:00.000Z' },
    record: {
      $type: 'app.bsky.feed.post',
      text: 'a clip & <more>',
      createdAt: '2026-05-13T09:00:00.000Z',
      ...(embeds.record !== undefined && { embed: embeds.record }),
    },
    ...(embeds.view !== undefined && { embed: embeds.view }),
    labels: [],
    likeCount: 3,
    replyCount: 1,
    repostCount: 2,
    quoteCount: 1,
    indexedAt: '2026-05-13T09:00:01.000Z',
    ...more,
  }
}

type Author = (did: string, handle: string) => Json

const posts: Partial<Record<BlueskyPostName, Author>> = {
  beside_quote: (did, handle) => post(did, handle, besideQuote(video())),
  photos: (did, handle) => post(did, handle, photos(3, 'images')),
  gallery: (did, handle) => post(did, handle, photos(7, 'gallery')),
  photos_beside_quote: (did, handle) => post(did, handle, besideQuote(photos(2, 'images'))),
  gif: (did, handle) => post(did, handle, video(cid('gif'), { view: { presentation: 'gif' } })),
  text: (did, handle) => post(did, handle, {}),
  quote: (did, handle) =>
    post(did, handle, { record: { $type: 'app.bsky.embed.record' }, view: quoted }),
  external_gif: (did, handle) =>
    post(did, handle, {
      record: { $type: 'app.bsky.embed.external', external: {} },
      view: {
        $type: 'app.bsky.embed.external#view',
        external: { uri: 'https://media.tenor.com/x/y.gif', title: 'gif', thumb: picture(1) },
      },
    }),
  record_only: (did, handle) => post(did, handle, { record: video().record }),
  captions: (did, handle) => post(did, handle, captioned),
  own_captions: (did, handle) => post(did, handle, captioned),
  hevc: (did, handle) => post(did, handle, video(cid('hevc'))),
  sensitive: (did, handle) => post(did, handle, video(), { labels: [label('sexual')] }),
  sensitive_author: (did, handle) => {
    const own = post(did, handle)
    return { ...own, author: { did, handle, labels: [label('porn')] } }
  },
  not_sensitive: (did, handle) =>
    post(did, handle, video(), { labels: [label('porn', { neg: true }), label('pets')] }),
  members_only: (did, handle) => {
    const own = post(did, handle)
    return { ...own, author: { did, handle, labels: [label('!no-unauthenticated')] } }
  },
  hidden: (did, handle) => post(did, handle, video(), { labels: [label('!hide')] }),
  taken_down: (did, handle) => post(did, handle, video(), { labels: [label('!takedown')] }),
  hostile: (did, handle) => ({
    ...post(did, '../../etc', video()),
    author: { did, handle: `${handle}`, displayName: '<b>A</b>\u0007', labels: 'porn' },
    record: {
      text: '</script><img src=x onerror=alert(1)>\u0000\u202e\r\n',
      createdAt: 'yesterday',
      embed: video().record,
    },
    likeCount: -1,
    replyCount: '7',
    repostCount: 'many',
  }),
  odd_fields: (did, handle) => ({
    ...post(did, handle),
    record: null,
    labels: [5, label('nudity')],
    embed: { ...video().view, thumbnail: 5, aspectRatio: 'wide' },
  }),
  foreign_files: (did, handle) =>
    post(did, handle, {
      view: {
        $type: 'app.bsky.embed.images#view',
        images: [
          { fullsize: 'https://evil.example/img/x@jpeg' },
          { fullsize: 'https://cdn.bsky.app.evil.example/img/x@jpeg' },
          { fullsize: 'http://cdn.bsky.app/img/x@jpeg' },
          { fullsize: 'https://u:p@cdn.bsky.app/img/x@jpeg' },
          { fullsize: 'https://cdn.bsky.app:8443/img/x@jpeg' },
          { fullsize: picture(1) },
        ],
      },
    }),
}

/** What an account's own server sends for a file. */
const ownServer = 'server.pds.test'
const getBlob = '/xrpc/com.atproto.sync.getBlob'

const endpoints: Partial<Record<BlueskyPostName, string>> = {
  own_inside: 'http://127.0.0.1',
  own_credentials: `https://user@${ownServer}`,
  own_port: `https://${ownServer}:8443`,
  own_path: `https://${ownServer}/elsewhere`,
  own_name: 'https://inside.example',
  own_address: 'https://127.0.0.1',
  taken_repo: 'https://x.us-west.host.bsky.network',
}

const isOwn = (name: BlueskyPostName | undefined) =>
  name !== undefined && (name.startsWith('own_') || name === 'taken_repo')

export type PlayedBluesky = PlayedHosts & {
  /** The post's own id on the platform: its account and key. */
  id(name: BlueskyPostName): string
  /** The post's link with its account's identifier. */
  link(name: BlueskyPostName): string
  /** The same with its author's handle. */
  handleLink(name: BlueskyPostName): string
  /** From now on posts that are known to work fail the same way. */
  failKnown(name: BlueskyPostName): void
}

export async function startBluesky(options: ServerOptions = {}): Promise<PlayedBluesky> {
  let known: BlueskyPostName = 'video'
  const byDid = (did: string | null) => names.find((name) => didOf(name) === did)

  async function answerThread(call: HostCall): Promise<void> {
    const { res, url } = call
    const uri = url.searchParams.get('uri') ?? ''
    const [, actor = '', key = ''] =
      /^at:\/\/([^/]+)\/app\.bsky\.feed\.post\/(\w+)$/.exec(uri) ?? []
    const canary = canaries.find(([did, itsKey]) => did === actor && itsKey === key)
    const named = names.find((name) => didOf(name) === actor || handleOf(name) === actor)
    const name = canary === undefined ? (key === rkey ? named : undefined) : known
    const send = (own: Json) =>
      sendJson(call, { thread: { $type: 'app.bsky.feed.defs#threadViewPost', post: own } }, 200, {
        'ratelimit-limit': '3000',
        'ratelimit-remaining': '2999',
        'ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 300),
      })
    const refuse = (error: string, message: string) => sendJson(call, { error, message }, 400)
    const did = canary?.[0] ?? (name === undefined ? '' : didOf(name))
    const handle = name === undefined ? '' : handleOf(name)
    const place = { uri: `at://${did}/app.bsky.feed.post/${key}` }
    switch (name) {
      case undefined:
      case 'gone':
        return refuse('NotFound', `Post not found: ${uri}`)
      case 'not_found':
        return sendJson(call, {
          thread: { $type: 'app.bsky.feed.defs#notFoundPost', uri, notFound: true },
        })
      case 'blocked':
        return sendJson(call, {
          thread: { $type: 'app.bsky.feed.defs#blockedPost', uri, blocked: true, author: { did } },
        })
      case 'lost_account':
        return refuse('InvalidRequest', 'Error: Unable to resolve handle')
      case 'closed_account':
        return refuse('AccountDeactivated', 'Account is deactivated')
      case 'limited':
        return sendJson(call, { error: 'RateLimitExceeded' }, 429, { 'Retry-After': '120' })
      case 'limited_until':
        return sendJson(call, { error: 'RateLimitExceeded' }, 429, {
          'ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 200),
        })
      case 'refused':
        return void res.writeHead(403, { 'Content-Type': 'text/html' }).end('<html>No</html>')
      case 'login':
        return void res.writeHead(302, { Location: 'https://bsky.app/login' }).end()
      case 'shell':
        return void res
          .writeHead(200, { 'Content-Type': 'text/html' })
          .end('<html><title>Bluesky</title></html>')
      case 'shape':
        return sendJson(call, { conversation: { entry: { at: uri, content: 'moved' } } })
      case 'wrong':
        return send({ ...post(did, handle), uri: `at://${did}/app.bsky.feed.post/3kbbbbbbbbb2b` })
      case 'wrong_account':
        return send(post(`did:plc:${letters(699)}`, 'stranger.test'))
      case 'broken':
        return refuse('InternalServerError', 'upstream')
      case 'huge':
        return send({ ...post(did, handle), more: 'x'.repeat(2_000_000) })
      case 'wrapped':
        return sendJson(call, {
          data: { items: [post(`did:plc:${letters(699)}`, 'stranger.test'), post(did, handle)] },
        })
      default:
        return send({ ...(posts[name] ?? post)(did, handle), ...place })
    }
  }

  async function sendBlob(call: HostCall): Promise<void> {
    const file = blobs.get(call.url.searchParams.get('cid') ?? '')
    if (file === undefined) return sendJson(call, { error: 'BlobNotFound' }, 400)
    await serve(call, file)
  }

  /** An account's own server. */
  async function sendOwn(call: HostCall): Promise<void> {
    const { res, url } = call
    if (url.pathname === '/.well-known/did.json') return sendDocument(call, 'own_domain')
    if (url.pathname !== getBlob) return void res.writeHead(404).end()
    const to = (location: string) => void res.writeHead(302, { Location: location }).end()
    switch (byDid(url.searchParams.get('did'))) {
      case 'own_redirect_inside':
        return to('http://127.0.0.1/latest/meta-data')
      case 'own_redirect_page':
        return to(`https://${ownServer}/other/video.mp4`)
      case 'own_redirect_directory':
        return to(`https://plc.directory/${didOf('own_server')}#${videoCid}`)
      case 'own_redirect_name':
        return to(`https://inside.example${getBlob}${url.search}`)
      case 'own_redirect_port':
        return to(`https://${ownServer}:8443${getBlob}${url.search}`)
      case 'own_larger':
        return serve(call, larger)
      case 'own_larger_unsaid': {
        const part = begin(call, larger, { 'Content-Length': undefined })
        for (const chunk of part === null ? [] : larger.chunks(...part)) res.write(chunk)
        return void res.end()
      }
      case 'own_markup':
        return serve(call, markup)
      case 'own_gone':
        return sendJson(call, { error: 'BlobNotFound', message: 'Blob not found' }, 400)
      default:
        return sendBlob(call)
    }
  }

  async function sendDocument(call: HostCall, name: BlueskyPostName | undefined): Promise<void> {
    if (name === undefined || name === 'own_unlisted') {
      return sendJson(call, { message: 'DID not registered' }, 404)
    }
    if (name === 'own_endless') {
      return sendJson(call, { id: didOf(name), more: 'x'.repeat(1_000_000) })
    }
    sendJson(call, {
      '@context': ['https://www.w3.org/ns/did/v1'],
      id: name === 'own_other_account' ? didOf('own_server') : didOf(name),
      alsoKnownAs: [`at://${handleOf(name)}`],
      service: [
        { id: '#other', type: 'Other', serviceEndpoint: 'https://evil.example' },
        {
          id: '#atproto_pds',
          type: 'AtprotoPersonalDataServer',
          serviceEndpoint: endpoints[name] ?? `https://${ownServer}`,
        },
      ],
    })
  }

  const accounts = 'x.us-west.host.bsky.network'
  const hosts = await startPlayedHosts(
    'bluesky',
    {
      'public.api.bsky.app': answerThread,
      'bsky.social': (call) => {
        const did = call.url.searchParams.get('did')
        if (call.url.pathname !== getBlob) return void call.res.writeHead(404).end()
        if (isOwn(byDid(did))) {
          const message = `Could not find repo for DID: ${did}`
          return sendJson(call, { error: 'RepoNotFound', message }, 400)
        }
        const host = byDid(did) === 'redirect_name' ? 'inside.example' : accounts
        call.res.writeHead(302, { Location: `https://${host}${getBlob}${call.url.search}` }).end()
      },
      [accounts]: (call) =>
        isOwn(byDid(call.url.searchParams.get('did')))
          ? sendJson(call, { error: 'RepoTakendown', message: 'Repo has been takendown' }, 400)
          : sendBlob(call),
      'plc.directory': (call) => sendDocument(call, byDid(call.url.pathname.slice(1))),
      [ownServer]: sendOwn,
      'domain.pds.test': sendOwn,
      'cdn.bsky.app': (call) => serve(call, fileNamed('image-1.jpg')),
      'video.bsky.app': (call) => serve(call, fileNamed('cover.jpg')),
    },
    options,
  )
  return {
    ...hosts,
    id: (name) => `${didOf(name)}:${rkey}`,
    link: (name) => `https://bsky.app/profile/${didOf(name)}/post/${rkey}`,
    handleLink: (name) => `https://bsky.app/profile/${handleOf(name)}/post/${rkey}`,
    failKnown: (name) => {
      known = name
    },
  }
}
