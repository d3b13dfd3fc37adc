// What the fake Pinterest has: pins, by name.

/** The name that all files of a video share, by the video's number. */
export const hex = (number: number) => number.toString(16).padStart(32, '0')
export const folders = 'aa/bb/cc'
const at = (path: string) => `https://v1.pinimg.com/videos/${path}`
const picture = (name: string) => `https://i.pinimg.com/originals/aa/bb/cc/${name}`

type Json = Record<string, unknown>

export function listed(url: string, width = 720, height = 1280): Json {
  const thumbnail = 'https://i.pinimg.com/videos/thumbnails/originals/aa/bb/cc/t.0000000.jpg'
  return { url, width, height, duration: 57_700, thumbnail }
}

export const mp4 = (number: number) => at(`mc/720p/${folders}/${hex(number)}.mp4`)
const playlist = (number: number) => at(`iht/hls/${folders}/${hex(number)}.m3u8`)

function pin(id: string, more: Json): Json {
  return {
    id,
    title: 'Paper bird',
    grid_title: 'Paper bird, folded',
    description: 'How to fold one',
    created_at: 'Thu, 25 Jun 2020 07:20:22 +0000',
    domain: 'Uploaded by user',
    embed: null,
    pinner: { username: 'paper_folder', full_name: 'Paper Folder' },
    native_creator: null,
    images: { orig: { url: picture('cover.jpg'), width: 720, height: 1280 } },
    videos: null,
    story_pin_data: null,
    carousel_data: null,
    repin_count: 12,
    comment_count: 3,
    ...more,
  }
}

export const video = (list: Json) => ({ videos: { video_list: list } })
const block = (list: Json) => ({ block_type: 3, video: { video_list: list } })
const image = (name: string) => ({
  block_type: 2,
  image: { images: { originals: { url: picture(name), width: 750, height: 1000 } } },
})
export const ok = (id: string, more: Json) => ({
  resource_response: { status: 'success', code: 0, http_status: 200, data: pin(id, more) },
})
export const notFound = {
  resource_response: {
    status: 'failure',
    http_status: 404,
    error: { http_status: 404, message: 'Pin not found.' },
  },
}

/** Each post by its pin's id. What the site's own data and the widget answer is in `pages` below. */
export const pins = {
  video: '664281013778109217',
  sizes: '664281013778109218',
  playlistOnly: '664281013778109219',
  usualName: '664281013778109220',
  toBeJoined: '664281013778109221',
  hevcOnly: '664281013778109222',
  idea: '1084663891475263837',
  ideaPlaylists: '1084663891475263838',
  photo: '664281013778109223',
  gif: '643170390530326178',
  carousel: '664281013778109224',
  youtube: '664281013778109225',
  unknownSite: '664281013778109226',
  gone: '664281013778109227',
  goneInWidget: '664281013778109228',
  widgetOnly: '664281013778109229',
  private: '664281013778109230',
  limited: '664281013778109231',
  login: '664281013778109232',
  shell: '664281013778109233',
  changed: '664281013778109234',
  wrapped: '664281013778109235',
  hostile: '664281013778109236',
  wrong: '664281013778109237',
  beside: '664281013778109238',
  refused: '664281013778109239',
  broken: '664281013778109240',
  moves: '664281013778109241',
  html: '664281013778109242',
  tall: '664281013778109243',
  halfFound: '664281013778109244',
  ideaPictureFirst: '1084663891475263839',
} as const

export type PinName = keyof typeof pins

/** A post's link as visitors paste it. */
export function pinLink(name: PinName): string {
  return `https://www.pinterest.com/pin/${pins[name]}/`
}

const hostileText = '<script>alert(1)</script>\u0000\u202E"><img src=x onerror=alert(2)>\nnext line'

/** What the site's own data has of each pin. Others aren't there. */
export const answers: Partial<Record<PinName, (id: string) => unknown>> = {
  video: (id) => ok(id, video({ V_HLSV4: listed(playlist(1)), V_720P: listed(mp4(1)) })),
  sizes: (id) =>
    ok(
      id,
      video({
        V_EXP3: listed(at(`iht/expMp4/${folders}/${hex(2)}_t1.mp4`), 360, 640),
        V_HEVC_MP4_T1_V2: listed(at(`iht/hevcMp4/${folders}/${hex(2)}_t2.mp4`), 1440, 2560),
        V_EXP7: listed(at(`iht/expMp4/${folders}/${hex(2)}_t5.mp4`), 1080, 1920),
        V_720P: listed(mp4(2)),
      }),
    ),
  playlistOnly: (id) => ok(id, video({ V_HLSV3_MOBILE: listed(playlist(3)) })),
  usualName: (id) => ok(id, video({ V_HLSV4: listed(playlist(4)) })),
  toBeJoined: (id) => ok(id, video({ V_HLSV4: listed(playlist(5)) })),
  tall: (id) => ok(id, video({ V_HLSV4: listed(playlist(14)) })),
  halfFound: (id) => ok(id, video({ V_HLSV4: listed(playlist(15)) })),
  hevcOnly: (id) =>
    ok(id, video({ V_HEVC_MP4_T1: listed(at(`iht/hevcMp4/${folders}/${hex(6)}_t2.mp4`)) })),
  idea: (id) =>
    ok(id, {
      ...video({ V_720P: listed(mp4(7)) }),
      story_pin_data: {
        pages: [
          // The first page's video is the pin's own, listed again with another of its files.
          {
            blocks: [
              block({ V_EXP7: listed(at(`iht/expMp4/${folders}/${hex(7)}_t5.mp4`), 540, 960) }),
            ],
          },
          { blocks: [block({ V_720P: listed(mp4(8)) }), image('image-1.jpg')] },
          { blocks: [image('image-2.jpg'), { block_type: 1, text: 'words' }] },
        ],
      },
    }),
  ideaPictureFirst: (id) =>
    ok(id, {
      ...video({ V_720P: listed(mp4(7)) }),
      story_pin_data: {
        pages: [
          { blocks: [image('image-1.jpg')] },
          { blocks: [block({ V_720P: listed(mp4(7)) })] },
          { blocks: [image('image-2.jpg')] },
          { blocks: [block({ V_720P: listed(mp4(8)) })] },
        ],
      },
    }),
  ideaPlaylists: (id) =>
    ok(id, {
      story_pin_data: {
        pages: [9, 10, 11, 12].map((number) => ({
          blocks: [block({ V_HLSV4: listed(playlist(number)) })],
        })),
      },
    }),
  photo: (id) =>
    ok(id, { images: { orig: { url: picture('image-3.jpg'), width: 800, height: 600 } } }),
  gif: (id) =>
    ok(id, {
      domain: 'media.example',
      embed: { type: 'gif', src: 'https://media.example/x.gif' },
      images: {
        '236x': { url: picture('small.jpg'), width: 236 },
        orig: { url: picture('x.gif'), width: 480 },
      },
    }),
  carousel: (id) =>
    ok(id, {
      carousel_data: {
        carousel_slots: [
          { id: '1', images: { orig: { url: picture('image-1.jpg'), width: 750, height: 1000 } } },
          {
            id: '2',
            images: {
              '236x': { url: picture('small.jpg'), width: 236 },
              '736x': { url: picture('image-2.jpg'), width: 736 },
            },
          },
        ],
      },
    }),
  youtube: (id) =>
    ok(id, {
      domain: 'youtube.com',
      embed: { type: 'video', src: 'https://www.youtube.com/embed/abcdefghijk' },
    }),
  unknownSite: (id) =>
    ok(id, { domain: 'films.example', embed: { src: 'https://player.films.example/1' } }),
  gone: () => notFound,
  private: () => notFound,
  widgetOnly: () => notFound,
  goneInWidget: (id) => ok(id, video({ V_720P: listed(mp4(1)) })),
  shell: () => ({ resource_response: { status: 'success', http_status: 200, data: null } }),
  changed: (id) => ({ resource_response: { data: { entityId: id, media: { clip: mp4(1) } } } }),
  wrapped: (id) => ({
    reply: { node: { ...pin(id, {}), media: { clip: { video_list: { V_NEW: listed(mp4(1)) } } } } },
  }),
  hostile: (id) =>
    ok(id, {
      title: hostileText,
      description: 7,
      created_at: 'yesterday',
      pinner: { username: '"><script>', full_name: hostileText },
      images: { orig: { url: 'https://i.pinimg.com.evil.example/x.jpg', width: 10 } },
      repin_count: -4,
      comment_count: 'many',
      videos: {
        video_list: {
          a: listed('https://evil.example/x.mp4'),
          b: listed('http://v1.pinimg.com/videos/x.mp4'),
          c: listed('https://v1.pinimg.com:8443/videos/x.mp4'),
          d: listed('https://u:p@v1.pinimg.com/videos/x.mp4'),
          e: listed('https://v1.pinimg.com.evil.example/x.mp4'),
          f: 'https://v1.pinimg.com/videos/x.mp4',
          g: { ...listed(mp4(1)), width: '720', height: 'tall', thumbnail: 'javascript:alert(1)' },
        },
      },
    }),
  wrong: () => ok(pins.video, video({ V_720P: listed(mp4(1)) })),
  beside: (id) => ({
    related: pin(pins.photo, video({ V_720P: listed(mp4(13)) })),
    ...ok(id, {
      ...video({ V_720P: listed(mp4(1)) }),
      related_pins: [pin(pins.idea, video({ V_720P: listed(mp4(13)) }))],
    }),
  }),
}

/** What the widget has of each pin; of others, nothing. */
export const widgetAnswers: Partial<Record<PinName, (id: string) => unknown[]>> = {
  widgetOnly: widgetPin,
  refused: widgetPin,
  broken: widgetPin,
  private: (id) => [{ id, error: { message: 'Pin is not public.' } }],
  wrong: () => widgetPin(pins.video),
  shell: () => [{}],
  changed: (id) => [{ entityId: id }],
}

function widgetPin(id: string): unknown[] {
  return [
    {
      id,
      description: 'Paper bird',
      pinner: { full_name: 'Paper Folder', profile_url: 'https://www.pinterest.com/paper_folder/' },
      images: { '237x': { url: picture('image-1.jpg'), width: 237, height: 421 } },
      videos: { video_list: { V_720P: listed(mp4(1)), V_HLSV4: listed(playlist(1)) } },
      embed: null,
    },
  ]
}

export function nameOfPin(id: unknown): PinName | null {
  const names = Object.keys(pins) as PinName[]
  return names.find((name) => pins[name] === id) ?? null
}
