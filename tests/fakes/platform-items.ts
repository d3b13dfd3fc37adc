/** One quality of a video as the platform's page lists it. */
export interface Gear {
  GearName: string
  CodecType: string
  Bitrate: number
  width: number
  height: number
  /** The media host's file. */
  file: string
  /** Added to the path: `/media-video-hvc1/` marks files without sound. */
  pathEnd?: string
}

export type Json = Record<string, unknown>

/** What an item is made from: the post, where its files are and which page answer it belongs to. */
export interface ItemContext {
  postId: string
  origin: string
  /** Number of the page answer: its token opens the files listed there. */
  page: number
  sizeOf(name: string): number
}

export const gears = {
  low: gear('adapt_lower_540_1', 'h264', 310_000, 576, 1024, 'moov-last.mp4'),
  h264: gear('normal_540_0', 'h264', 902_000, 576, 1024, 'video.mp4'),
  h264Hd: gear('normal_720_0', 'h264', 1_420_000, 720, 1280, 'hd.mp4'),
  hevc: gear('adapt_lowest_1080_1', 'h265_hvc1', 668_000, 1080, 1920, 'hevc.mp4'),
  hevcHuge: gear('adapt_2160_1', 'bytevc1', 4_668_000, 2160, 3840, 'hevc.mp4'),
  silent: {
    ...gear('adapt_540_1', 'h265_hvc1', 402_000, 576, 1024, 'silent.mp4'),
    pathEnd: '/media-video-hvc1/',
  },
  unplayable: gear('adapt_720_1', 'bytevc2', 300_000, 720, 1280, 'watermarked.mp4'),
  big: gear('normal_540_0', 'h264', 902_000, 576, 1024, 'big.mp4'),
} satisfies Record<string, Gear>

function gear(
  GearName: string,
  CodecType: string,
  Bitrate: number,
  width: number,
  height: number,
  file: string,
): Gear {
  return { GearName, CodecType, Bitrate, width, height, file }
}

const day = 86_400

/** Both kinds of address of a file, as one list of the page mixes them. */
export function addressesOf(context: ItemContext, file: string, pathEnd = ''): string[] {
  const { origin, postId, page } = context
  const expire = Math.floor(Date.now() / 1000) + day / 4
  const gated = (mirror: string) =>
    `${origin}/media/a/${postId}/${page}/${mirror}/${file}${pathEnd}?a=1988&expire=${expire}&mime_type=video_mp4&tk=tt_chain_token`
  return [
    gated('v16'),
    gated('v19'),
    `${origin}/aweme/v1/play/?faid=1988&file_id=${file}&item_id=${postId}&line=0`,
  ]
}

/** A picture's addresses; the preferred one ends in `.jpeg`. */
function pictureOf({ origin, postId }: ItemContext, name: string): string[] {
  const expires = Math.floor(Date.now() / 1000) + 2 * day
  const at = (mirror: string, end: string) =>
    `${origin}/media/p/${postId}/${mirror}/${name}~tplv-photomode-image${end}?x-expires=${expires}&x-signature=c2lnbmVk`
  return [at('p16', '.webp'), at('p16', '.jpeg'), at('p19', '.jpeg')]
}

/** Captions as the page lists them; `file` is the media host's, or a whole address. */
export function captionsOf(
  context: ItemContext,
  LanguageCodeName: string,
  file: string,
  more: Json = {},
): Json {
  const [gated = ''] = addressesOf(context, file)
  const Url = file.startsWith('http') ? file : gated
  const UrlExpire = Math.floor(Date.now() / 1000) + day / 4
  return {
    LanguageCodeName,
    LanguageID: '2',
    Format: 'webvtt',
    Source: 'ASR',
    Url,
    UrlExpire,
    ...more,
  }
}

/** The cover at these sizes of its longer side, as `zoomCover` has them. */
export function zoomCoverOf({ origin, postId }: ItemContext, names: Record<number, string>): Json {
  const entries = Object.entries(names).map(([size, name]) => [
    size,
    `${origin}/media/p/${postId}/p16/${name}~tplv-photomode-zoomcover:${size}:${size}.jpeg?x-expires=9999999999`,
  ])
  return Object.fromEntries(entries)
}

function qualityOf(context: ItemContext, quality: Gear): Json {
  const { file, width, height, CodecType, Bitrate, GearName, pathEnd } = quality
  const codec = CodecType.replace(/_.*/, '')
  return {
    Bitrate,
    CodecType,
    GearName,
    QualityType: 20,
    PlayAddr: {
      // A string on pages, a number in the platform's interface for apps.
      DataSize: String(context.sizeOf(file)),
      Width: width,
      Height: height,
      Uri: `v12044gd0000${context.postId.slice(-6)}`,
      UrlKey: `v12044gd0000_${codec}_${Math.min(width, height)}p_${Bitrate}`,
      FileHash: 'a3f1c09e77b24de6a1b0c3d4e5f60718',
      UrlList: addressesOf(context, file, pathEnd),
    },
  }
}

/** `video` of a clip with these qualities; the first one is the default file too. */
export function videoOf(context: ItemContext, qualities: Gear[]): Json {
  const [first = gears.h264] = qualities
  const cover = pictureOf(context, 'cover.jpg')
  return {
    id: context.postId,
    height: first.height,
    width: first.width,
    duration: 3,
    ratio: '540p',
    bitrate: first.Bitrate,
    encodedType: 'normal',
    format: 'mp4',
    videoQuality: 'normal',
    codecType: first.CodecType.replace(/_.*/, ''),
    cover: cover[1],
    originCover: cover[2],
    dynamicCover: cover[0],
    playAddr: addressesOf(context, first.file, first.pathEnd)[0],
    downloadAddr: addressesOf(context, 'watermarked.mp4')[0],
    bitrateInfo: qualities.map((quality) => qualityOf(context, quality)),
    subtitleInfos: [],
  }
}

/** An item as the page holds it: numbers and strings mixed, fields of no use among the useful ones. */
export function itemOf(context: ItemContext, more: Json = {}): Json {
  const { postId } = context
  return {
    id: postId,
    desc: 'Test pattern with a tone #testing',
    createTime: String(Number(BigInt(postId) >> 32n)),
    scheduleTime: 0,
    video: videoOf(context, [gears.h264]),
    author: {
      id: '6800000000000000001',
      uniqueId: 'tester',
      nickname: 'The Tester',
      secret: false,
      privateAccount: false,
      verified: false,
    },
    music: {
      id: '7111111111111111111',
      title: 'original sound',
      playUrl: addressesOf(context, 'music.mp3')[2],
      authorName: 'The Tester',
      original: true,
      duration: 3,
    },
    stats: { diggCount: 4321, shareCount: '12', commentCount: 87, playCount: '120345' },
    statsV2: { diggCount: '4321', shareCount: '12', commentCount: '87', playCount: '120345' },
    locationCreated: 'US',
    privateItem: false,
    secret: false,
    forFriend: false,
    isReviewing: false,
    takeDown: 0,
    ...more,
  }
}

/** An item of pictures, with its sound in the way given. */
export function slideshowOf(context: ItemContext, names: string[], more: Json = {}): Json {
  const pictures = names.map((name) => ({
    imageURL: { urlList: pictureOf(context, name) },
    imageWidth: '1080',
    imageHeight: 1440,
  }))
  return itemOf(context, {
    imagePost: { images: pictures, cover: pictures[0], title: '' },
    video: { id: context.postId, duration: 0, cover: '', playAddr: '', bitrateInfo: [] },
    ...more,
  })
}
