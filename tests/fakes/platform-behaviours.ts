import { setTimeout as wait } from 'node:timers/promises'
import { sendEndless, sendGzipBomb } from './bodies.ts'
import {
  decoyPage,
  guestCookies,
  isPhone,
  type PageCall,
  pageWith,
  proofOfWorkPage,
  redirect,
  scopes,
  sendHtml,
  sendItem,
  sendScope,
} from './platform-answers.ts'
import {
  addressesOf,
  captionsOf,
  type Gear,
  gears,
  itemOf,
  type Json,
  slideshowOf,
  videoOf,
  zoomCoverOf,
} from './platform-items.ts'
import { stateBehaviours } from './platform-states.ts'

export type PageBehaviour = (page: PageCall) => void | Promise<void>

const withGears =
  (...qualities: Gear[]): PageBehaviour =>
  (page) =>
    sendItem(page, itemOf(page, { video: videoOf(page, qualities) }))

const withVideo =
  (change: (video: Json, page: PageCall) => Json): PageBehaviour =>
  (page) =>
    sendItem(page, itemOf(page, { video: change(videoOf(page, [gears.h264]), page) }))

const withFlags =
  (flags: Json): PageBehaviour =>
  (page) =>
    sendItem(page, itemOf(page, flags))

const author = (flags: Json) => ({ author: { uniqueId: 'tester', nickname: 'T', ...flags } })
const pictures = ['image-1.jpg', 'image-2.jpg', 'image-3.jpg']
const soundless: Json = { music: { id: '7', title: 'original sound', playUrl: '' } }

const sendVideo = withGears(gears.h264)

/** Page behaviours by name: the code is the end of the post's id. Codes from 100 are states. */
const pageBehaviours: [name: string, code: number, behaviour: PageBehaviour][] = [
  ['video', 1, sendVideo],
  ['hd', 2, withGears(gears.low, gears.h264, gears.hevc, gears.hevcHuge)],
  ['hd_h264', 3, withGears(gears.h264, gears.h264Hd)],
  ['big', 4, withGears(gears.big)],
  ['renamed_scope', 5, (page) => sendScope(page, detail(page), 'webapp.clip.view')],
  ['nested_reflow', 6, (page) => sendScope(page, { data: { videoData: detail(page) } })],
  ['hvc1_only', 7, withGears(gears.silent)],
  ['bytevc2_only', 8, withGears(gears.unplayable)],
  ['hevc_only', 9, withGears(gears.hevc)],
  ['unplayable_beside', 10, withGears(gears.unplayable, gears.silent, gears.h264)],
  ['no_qualities', 11, withVideo(({ bitrateInfo: _, ...video }) => video)],
  [
    'only_play_address',
    12,
    withVideo((_, page) => ({ playAddr: addressesOf(page, 'video.mp4')[0] })),
  ],
  [
    'play_address_list',
    13,
    withVideo((_, page) => ({
      playAddr: addressesOf(page, 'video.mp4').map((src) => ({ src })),
    })),
  ],
  [
    'only_watermarked',
    14,
    withVideo((_, page) => {
      const marked = `${page.origin}/aweme/v1/playwm/?item_id=${page.postId}&file_id=watermarked.mp4`
      return { playAddr: marked, downloadAddr: marked, bitrateInfo: [] }
    }),
  ],
  ['author_as_text', 15, withFlags({ author: 'tester', stats: null, music: 'none' })],
  [
    'odd_types',
    16,
    withFlags({ desc: 7, createTime: {}, stats: [], locationCreated: 12, privateItem: null }),
  ],
  ['wrong_id', 17, (page) => sendItem(page, { ...itemOf(page), id: '7345678900000000999' })],
  ['flag_private', 18, withFlags({ privateItem: true })],
  ['flag_secret', 19, withFlags({ secret: true })],
  ['flag_friends', 20, withFlags({ forFriend: true })],
  ['flag_account', 21, withFlags(author({ privateAccount: true }))],
  ['flag_reviewing', 22, withFlags({ isReviewing: true })],
  ['flag_taken_down', 23, withFlags({ takeDown: 1 })],
  ['age', 24, withFlags({ isContentClassified: true, video: undefined })],
  [
    'private_as_text',
    25,
    (page) => sendScope(page, { statusCode: '10222', statusMsg: 'author_secret' }),
  ],
  ['slideshow', 30, (page) => sendItem(page, slideshowOf(page, pictures))],
  ['slideshow_silent', 31, (page) => sendItem(page, slideshowOf(page, pictures, soundless))],
  ['slideshow_35', 32, (page) => sendItem(page, slideshowOf(page, Array(35).fill('image-1.jpg')))],
  [
    'slideshow_own_sound',
    33,
    (page) =>
      sendItem(
        page,
        slideshowOf(page, pictures, {
          ...soundless,
          video: { playAddr: addressesOf(page, 'music.m4a')[2], bitrateInfo: [] },
        }),
      ),
  ],
  [
    'captions',
    34,
    withVideo((video, page) => ({
      ...video,
      subtitleInfos: [
        captionsOf(page, 'deu-DE', 'captions-de.vtt', { Source: 'MT' }),
        captionsOf(page, 'eng-US', 'captions.vtt'),
        captionsOf(page, 'por-BR', 'captions.vtt', { Source: 'MT' }),
        captionsOf(page, 'por-PT', 'captions.vtt', { Source: 'MT' }),
        captionsOf(page, 'eng-US', 'missing.vtt', { Source: 'MT' }),
        captionsOf(page, 'spa-ES', 'captions.vtt', { Format: 'srt' }),
        captionsOf(page, 'fra-FR', `${page.foreignOrigin}/captions.vtt`),
        captionsOf(page, '<b>eng</b>', 'captions.vtt'),
      ],
    })),
  ],
  [
    'captions_one',
    35,
    withVideo((video, page) => ({
      ...video,
      subtitleInfos: [captionsOf(page, 'eng-US', 'captions.vtt')],
      zoomCover: zoomCoverOf(page, { 240: 'image-1.jpg', 960: 'image-2.jpg', 720: 'image-3.jpg' }),
    })),
  ],
  [
    'captions_bad',
    36,
    withVideo((video, page) => ({
      ...video,
      subtitleInfos: [
        captionsOf(page, 'eng-US', 'hostile.vtt'),
        captionsOf(page, 'deu-DE', 'huge.vtt'),
        captionsOf(page, 'fra-FR', 'endless.vtt'),
        captionsOf(page, 'spa-ES', 'image-1.jpg'),
        captionsOf(page, 'ita-IT', 'missing.vtt'),
        captionsOf(page, 'jpn-JP', 'empty.vtt'),
        captionsOf(page, 'nld-NL', 'away.vtt'),
      ],
    })),
  ],
  ['slideshow_dead_mirror', 37, (page) => sendItem(page, slideshowOf(page, pictures))],
  ['no_token', 40, (page) => sendHtml(page, itemPage(page), {})],
  [
    'one_mirror',
    41,
    withVideo((video, page) => ({
      ...video,
      bitrateInfo: [],
      playAddr: addressesOf(page, 'video.mp4')[0],
    })),
  ],
  [
    'expired',
    42,
    withVideo((_, page) => ({
      playAddr: `${page.origin}/media/a/${page.postId}/0/v16/video.mp4?expire=1700000000`,
    })),
  ],
  ['foreign_media', 43, sendVideo],
  ['forbidden_media', 50, sendVideo],
  ['html_as_mp4', 44, sendVideo],
  ['first_mirror_dead', 45, sendVideo],
  ['token_dies', 46, withGears(gears.big)],
  ['open_refused', 47, sendVideo],
  ['variant_changes', 48, (page) => withGears(page.times === 1 ? gears.big : gears.h264Hd)(page)],
  [
    'foreign_address',
    49,
    withVideo((_, page) => ({ playAddr: `${page.foreignOrigin}/media/a/1/1/v16/video.mp4` })),
  ],
  ['challenge', 60, (page) => sendHtml(page, proofOfWorkPage)],
  [
    'challenge_once',
    61,
    (page) => (page.times === 1 ? sendHtml(page, proofOfWorkPage) : sendVideo(page)),
  ],
  ['challenge_header', 62, (page) => sendHtml(page, decoyPage, { 'X-TT-System-Error': '3' })],
  ['challenge_short', 63, (page) => sendHtml(page, '<html><body></body></html>')],
  [
    'challenge_desktop',
    64,
    (page) => (isPhone(page.userAgent) ? sendVideo(page) : sendHtml(page, proofOfWorkPage)),
  ],
  ['decoy', 65, (page) => sendHtml(page, decoyPage)],
  ['forbidden', 66, (page) => sendHtml(page, '<h1>403</h1>', {}, 403)],
  ['too_many', 67, (page) => sendHtml(page, '', { 'Retry-After': '7' }, 429)],
  ['app_refusal', 68, (page) => sendHtml(page, '', { tt_orcas_res: '1' })],
  ['no_scope', 69, (page) => sendHtml(page, pageWith({ 'webapp.home': {} }))],
  ['no_item', 70, (page) => sendScope(page, { statusCode: 0, itemInfo: {} })],
  ['login', 71, (page) => redirect(page, `/login?redirect_url=${page.call.url.pathname}`)],
  ['region_page', 72, (page) => redirect(page, '/hk/about')],
  ['other_page', 73, (page) => redirect(page, '/foryou?lang=en')],
  ['home_page', 86, (page) => redirect(page, '/?lang=en')],
  ['signup', 87, (page) => redirect(page, 'https://www.tiktok.com/signup?lang=en')],
  ['profile_page', 88, (page) => redirect(page, 'https://www.tiktok.com/@tester?lang=en')],
  ['missing_page', 89, (page) => redirect(page, '/404?fromUrl=/@_/video/1')],
  [
    'other_post',
    90,
    (page) => redirect(page, 'https://www.tiktok.com/@tester/video/7345678900000000999'),
  ],
  ['no_target', 91, ({ call }) => void call.res.writeHead(302).end()],
  ['bad_target', 92, (page) => redirect(page, 'https://[no')],
  [
    'own_page',
    74,
    (page) =>
      page.call.url.pathname.startsWith('/@_/')
        ? redirect(page, `/@tester/video/${page.postId}?is_from_webapp=1`)
        : sendVideo(page),
  ],
  [
    'endless',
    75,
    ({ call }) => {
      call.res.writeHead(200, { 'Content-Type': 'text/html' })
      return sendEndless(call, Buffer.alloc(64 * 1024, '<p>more</p>'))
    },
  ],
  [
    'gzip_bomb',
    76,
    ({ call }) => {
      call.res.setHeader('Content-Type', 'text/html')
      return sendGzipBomb(call)
    },
  ],
  [
    'huge_script',
    77,
    (page) => {
      const item = itemOf(page, { desc: 'x'.repeat(50_000_000) })
      sendHtml(page, pageWith({ [scopes.phone]: { itemInfo: { itemStruct: item } } }))
    },
  ],
  ['cut_script', 78, (page) => sendHtml(page, itemPage(page).replace(/"itemStruct".*/, ''))],
  ['server_error', 79, (page) => sendHtml(page, 'oops', {}, 502)],
  [
    'error_once',
    80,
    (page) => (page.times === 1 ? sendHtml(page, 'oops', {}, 503) : sendVideo(page)),
  ],
  ['hang', 81, async ({ call }) => void (await wait(600_000, undefined, { signal: call.signal }))],
  [
    'redirect_away',
    82,
    (page) => redirect(page, `${page.foreignOrigin}/@tester/video/${page.postId}`),
  ],
  [
    'evil_cookies',
    84,
    (page) => sendHtml(page, itemPage(page), { 'Set-Cookie': evilCookies(page) }),
  ],
]

function detail(page: PageCall): Json {
  return { statusCode: 0, itemInfo: { itemStruct: itemOf(page) } }
}

function itemPage(page: PageCall): string {
  return pageWith({ [scopes.phone]: detail(page) })
}

/** Values that would become a second header or a second cookie if they were taken as they come. */
function evilCookies({ token }: PageCall): string[] {
  const [csrf = '', ttwid = ''] = guestCookies(token)
  return [csrf, ttwid, 'tt_chain_token="a b"; Path=/', `tt_chain_token=${'x'.repeat(600)}; Path=/`]
}

const all = [...pageBehaviours, ...stateBehaviours()]

/** Code and behaviour of every kind of post, by name. */
export const behaviours: ReadonlyMap<string, { code: number; behave: PageBehaviour }> = new Map(
  all.map(([name, code, behave]) => [name, { code, behave }]),
)

/** What an id that ends in this code does; a plain video when the code is unknown. */
export function behaviourOf(postId: string): { name: string; behave: PageBehaviour } {
  const code = Number(postId.slice(-3))
  const found = all.find(([, known]) => known === code)
  return found === undefined
    ? { name: 'video', behave: sendVideo }
    : { name: found[0], behave: found[2] }
}
