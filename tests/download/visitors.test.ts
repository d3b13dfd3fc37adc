// @module-tag module
import '#tests/support/own-data-dir.ts'
import { describe, expect, test } from 'vitest'
import { clientSoftware } from '#app/analytics/client-software.server.ts'
import { countryDatabaseFacts, countryOf } from '#app/analytics/country.server.ts'
import { trafficSource } from '#app/analytics/traffic-source.ts'
import { change, changeOf, figure, share } from '#app/i18n/figure-text.ts'

const from = (query: string, referrer: string | null) =>
  trafficSource(new URLSearchParams(query), referrer, 'www.clips.example')

describe('where a visit comes from', () => {
  test.each([
    ['', null, 'Direct', 'direct'],
    ['', 'https://clips.example/help', 'Internal', 'internal'],
    ['', 'https://www.google.co.uk/', 'Search', 'google.co.uk'],
    ['', 'https://duckduckgo.com/', 'Search', 'duckduckgo.com'],
    ['', 'https://old.reddit.com/r/x', 'Social', 'old.reddit.com'],
    ['', 'https://www.tiktok.com/@a', 'Video', 'tiktok.com'],
    ['', 'https://chatgpt.com/', 'AI assistant', 'chatgpt.com'],
    ['', 'https://gemini.google.com/', 'AI assistant', 'gemini.google.com'],
    ['', 'https://mail.google.com/', 'Email', 'mail.google.com'],
    ['', 'android-app://com.google.android.gm/', 'Email', 'com.google.android.gm'],
    [
      '',
      'android-app://com.google.android.googlequicksearchbox/',
      'Search',
      'com.google.android.googlequicksearchbox',
    ],
    ['', 'android-app://org.telegram.messenger', 'Social', 'org.telegram.messenger'],
    ['', 'android-app://com.example.reader/', 'Referral', 'com.example.reader'],
    ['', 'https://somebody.example/page', 'Referral', 'somebody.example'],
    ['', 'https://notgoogle.com.example/', 'Referral', 'notgoogle.com.example'],
    ['utm_source=News&utm_medium=email', 'https://google.com/', 'Email', 'news'],
    ['utm_source=google&utm_medium=cpc', null, 'Paid', 'google'],
    ['gclid=abc', 'https://www.google.com/', 'Paid', 'google.com'],
    ['utm_campaign=Spring', 'https://google.com/', 'Campaign', 'spring'],
    ['', 'javascript:alert(1)', 'Direct', 'direct'],
    ['', 'no address', 'Direct', 'direct'],
  ])('the link first, then the referrer: %s %s', (query, referrer, channel, source) => {
    expect(from(query, referrer)).toEqual({ channel, source })
  })

  test('a made-up source stays short and harmless', () => {
    const { source } = from(
      `utm_source=${encodeURIComponent(`\u0000\u202e${'x'.repeat(500)}`)}`,
      null,
    )
    expect(source).toBe('x'.repeat(80))
  })

  test('a character that is cut in two becomes the same source in every text', () => {
    const sources = ['😀', '🤖'].map((last) => from(`utm_source=${'a'.repeat(79)}${last}`, null))
    expect(sources.map(({ source }) => source)).toEqual(Array(2).fill(`${'a'.repeat(79)}\uFFFD`))
  })
})

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const android = 'Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko)'
const webView = `${android.replace(')', '; wv)')} Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36`
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'

describe('what a visitor uses', () => {
  test.each([
    [`${iPhone} Version/18.5 Mobile/15E148 Safari/604.1`, 'Phone, Safari, iOS'],
    [`${iPhone} Mobile/15E148 musical_ly_31.4.0 JsSdk/2.0 NetType/WIFI`, 'Phone, TikTok, iOS'],
    [`${iPhone} Mobile/15E148 Instagram 300.0.0.29.110 (iPhone12,1)`, 'Phone, Instagram, iOS'],
    [`${iPhone} Mobile/15E148 [FBAN/FBIOS;FBAV/400.0.0;FBBV/1]`, 'Phone, Facebook, iOS'],
    [`${iPhone} Mobile/15E148 [FBAN/MessengerForiOS;FBAV/400.0;]`, 'Phone, Messenger, iOS'],
    [`${iPhone} Mobile/15E148 MicroMessenger/8.0.40(0x1800282d)`, 'Phone, WeChat, iOS'],
    [`${iPhone} Mobile/15E148 Snapchat/12.60 (like Safari/8617)`, 'Phone, Snapchat, iOS'],
    [`${iPhone} GSA/300.0 Mobile/15E148 Safari/604.1`, 'Phone, Google app, iOS'],
    [`${iPhone} Version/18.5 Mobile/15E148 DuckDuckGo/7 Safari/605.1`, 'Phone, DuckDuckGo, iOS'],
    [`${iPhone} Version/18.5 Mobile/15E148 Safari/604.1 OPT/5.0`, 'Phone, Opera Touch, iOS'],
    [`${iPhone} Mobile/15E148 [Pinterest/iOS]`, 'Phone, Pinterest, iOS'],
    [`${iPhone} Mobile/15E148 Barcelona 300.0.0 (iPhone12,1)`, 'Phone, Threads, iOS'],
    [`${iPhone} Mobile/15E148 Twitter for iPhone/10.1`, 'Phone, Twitter, iOS'],
    [`${iPhone} Mobile/15E148`, 'Phone, iOS WebView, iOS'],
    [
      'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
      'Tablet, Chrome, iOS',
    ],
    [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
      'Phone, Chrome, Android',
    ],
    [
      `${android} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
      'Phone, Samsung Internet, Android',
    ],
    [webView, 'Phone, Android WebView, Android'],
    [`${webView} musical_ly_2022803040 JsSdk/1.0 app_version/28.3.4`, 'Phone, TikTok, Android'],
    [`${webView} trill_2022508030 JsSdk/1.0 AppName/trill`, 'Phone, TikTok, Android'],
    [`${webView} [FB_IAB/FB4A;FBAV/374.0.0.20.109;]`, 'Phone, Facebook, Android'],
    [`${webView} Instagram 243.1.0.14.111 Android (31/12)`, 'Phone, Instagram, Android'],
    [`${webView} MicroMessenger/8.0.40.2420(0x28002837) WeChat/arm64`, 'Phone, WeChat, Android'],
    [`${webView} UCBrowser/13.4.0.1306`, 'Phone, UC Browser, Android'],
    [`${webView} DuckDuckGo/5`, 'Phone, DuckDuckGo, Android'],
    [
      `${android} Chrome/130.0.0.0 YaBrowser/24.1.0.0 Mobile Safari/537.36`,
      'Phone, Yandex, Android',
    ],
    [
      `${android} Chrome/114.0.0.0 HuaweiBrowser/14.0 Mobile Safari/537.36`,
      'Phone, Huawei Browser, Android',
    ],
    [
      `${android} Version/4.0 Chrome/100.0 Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.1`,
      'Phone, MIUI Browser, Android',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      'Tablet, Chrome, Android',
    ],
    [
      'Mozilla/5.0 (Linux; Android 9; KFMAWI) AppleWebKit/537.36 (KHTML, like Gecko) Silk/120.1 like Chrome/120.0 Safari/537.36',
      'Tablet, Silk, Android',
    ],
    [
      'Mozilla/5.0 (Linux; Android 7.1.2; AFTWMST22) AppleWebKit/537.36 (KHTML, like Gecko) Silk/120.1 like Chrome/120.0 Safari/537.36',
      'TV, Silk, Android',
    ],
    [
      'Opera/9.80 (Android; Opera Mini/36.2.2254/119.132; U; id) Presto/2.12.423 Version/12.16',
      'Phone, Opera Mini, Android',
    ],
    [
      'Mozilla/5.0 (Android 14; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0',
      'Phone, Firefox, Android',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0',
      'Computer, Firefox, Windows',
    ],
    [`${windows} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Computer, Edge, Windows'],
    [`${windows} Chrome/140.0.0.0 Safari/537.36 OPR/120.0.0.0`, 'Computer, Opera, Windows'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) like Gecko',
      'Computer, Internet Explorer, Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
      'Computer, Safari, macOS',
    ],
    [
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      'Computer, Chrome, ChromeOS',
    ],
    [
      'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
      'Computer, Firefox, Linux',
    ],
    [
      'Mozilla/5.0 (X11; FreeBSD amd64; rv:143.0) Gecko/20100101 Firefox/143.0',
      'Computer, Firefox, FreeBSD',
    ],
    [
      'Mozilla/5.0 (SMART-TV; Linux; Tizen 8.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 TV Safari/537.36',
      'TV, Chrome, Tizen',
    ],
    [
      'Mozilla/5.0 (PlayStation; PlayStation 5/2.26) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.0 Safari/605.1.15',
      'Game console, Safari, PlayStation',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64; Quest 3) AppleWebKit/537.36 (KHTML, like Gecko) OculusBrowser/34.0 Chrome/126.0 VR Safari/537.36',
      'Watch or headset, Oculus Browser, Linux',
    ],
    ['something else', 'Computer, Other, Other'],
  ])('%s', (userAgent, expected) => {
    const { device, browser, os } = clientSoftware(userAgent)
    expect([device, browser, os].join(', ')).toBe(expected)
  })
})

describe('a country', () => {
  test('comes from the bundled database, and is unknown for unassigned addresses', () => {
    expect(countryOf('8.8.8.8', '')).toBe('US')
    expect(countryOf('2a00:1450:4001:81b::200e', '')).toMatch(/^[A-Z]{2}$/)
    for (const none of ['127.0.0.1', '::1', '10.1.2.3', '2001:db8::1', 'no address', '']) {
      expect(countryOf(none, '')).toBeNull()
    }
    expect(countryDatabaseFacts('').date).toBeGreaterThan(Date.UTC(2026, 0, 1))
  })

  test('still comes from the bundled database when the operator’s file can’t be read', () => {
    expect(countryOf('8.8.8.8', '/nowhere/at/all.mmdb')).toBe('US')
  })
})

describe('a change', () => {
  test('is shown as a rate, or in words if there is none', () => {
    expect(change(112, 100)).toBe('+12%')
    expect(change(88, 100)).toBe('−12%')
    expect(change(100, 100)).toBe('no change')
    expect(change(5, 0)).toBe('none before')
    expect(change(5, null)).toBe('–')
    expect(changeOf(112, 100)).toEqual({ direction: 'up', text: 'Up 12%' })
    expect(changeOf(88, 100)).toEqual({ direction: 'down', text: 'Down 12%' })
    expect(changeOf(100, 100)).toEqual({ direction: 'same', text: 'No change' })
    expect(changeOf(5, 0)).toEqual({ direction: null, text: 'No earlier data to compare' })
    expect(changeOf(5, null).text).toBe('Not enough earlier data to compare')
    expect(figure(1234.6)).toBe('1,235')
    expect(share(1, 3)).toBe('33.3%')
    expect(share(0, 0)).toBe('–')
  })
})
