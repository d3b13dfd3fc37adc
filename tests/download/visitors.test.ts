// @module-tag module
import '#tests/support/own-data-dir.ts'
import { describe, expect, test } from 'vitest'
import { clientSoftware } from '#app/analytics/client-software.server.ts'
import { countryDatabaseFacts, countryOf } from '#app/analytics/country.server.ts'
import { sourceName } from '#app/analytics/source-name.server.ts'
import { trackingParameter, trafficSource } from '#app/analytics/traffic-source.ts'
import { change, changeOf, figure, share } from '#app/i18n/figure-text.ts'

const from = (query: string, referrer: string | null) =>
  trafficSource(new URLSearchParams(query), referrer, 'www.clips.example', 'localhost:3000')

/** The channel and source of a link from a page without parameters of its own. */
const linkFrom = (referrer: string) => {
  const { channel, source } = from('', referrer)
  return `${channel} ${source}`
}

describe('where a visit comes from', () => {
  test.each([
    ['', null, 'Direct', 'direct'],
    ['', 'https://clips.example/help', 'Internal', 'internal'],
    ['', 'https://m.clips.example./help', 'Internal', 'internal'],
    ['', 'http://localhost:3000/help', 'Internal', 'internal'],
    ['', 'http://localhost:4000/help', 'Referral', 'localhost'],
    ['', 'javascript:alert(1)', 'Direct', 'direct'],
    ['', 'no address', 'Direct', 'direct'],
    ['category=Tips', 'https://www.google.com/', 'Search', 'google.com'],
    ['utm_source=News&utm_medium=email', 'https://google.com/', 'Email', 'news'],
    ['utm_source=google&utm_medium=cpc', null, 'Paid', 'google.com'],
    ['gclid=abc', 'https://www.google.com/', 'Paid', 'google.com'],
    ['gclid=', 'https://www.google.com/', 'Search', 'google.com'],
    ['dclid=abc', 'https://news.example/', 'Paid', 'news.example'],
    ['utm_source=flyer', 'https://clips.example/help', 'Campaign', 'flyer'],
    ['fbclid=abc', 'https://clips.example/help', 'Internal', 'internal'],
  ])('the link first, then the referrer: %s %s', (query, referrer, channel, source) => {
    expect(from(query, referrer)).toEqual({ channel, source, campaign: null })
  })

  test.each([
    ['www.google.com', 'www.google.co.uk', 'google.de', 'images.google.fr', 'm.bing.com'],
    ['cn.bing.com', 'lite.duckduckgo.com', 'de.search.yahoo.com', 'ya.ru', 'm.baidu.com'],
    ['search.yahoo.co.jp', 'yandex.com.tr', 'm.search.naver.com', 'www.startpage.com'],
  ])('search engines are search: %s, %s, %s, %s …', (...hosts) => {
    for (const host of hosts) expect(linkFrom(`https://${host}/`)).toMatch(/^Search /)
  })

  test.each([
    ['docs.google.com', 'drive.google.com', 'classroom.google.com', 'translate.google.com'],
    ['accounts.google.com', 'news.google.com', 'finance.yahoo.com', 'disk.yandex.ru'],
    ['zhidao.baidu.com', 'blog.naver.com', 'notgoogle.com', 'google.com.example.org'],
  ])('their other services aren’t: %s, %s, %s, %s', (...hosts) => {
    for (const host of hosts) expect(linkFrom(`https://${host}/`)).toBe(`Referral ${host}`)
  })

  test.each([
    ['mail.google.com', 'mail.yandex.ru', 'mail.yahoo.co.jp', 'outlook.office365.com'],
    ['e.mail.ru', 'mail.aol.com', 'deref-gmx.net', 'eur02.safelinks.protection.outlook.com'],
    ['webmail.school.example', 'mail.firm.example', 'email.t-online.de', 'owa.firm.example'],
  ])('webmail is email: %s, %s, %s, %s', (...hosts) => {
    for (const host of hosts) expect(linkFrom(`https://${host}/`)).toMatch(/^Email /)
  })

  test.each([
    [
      'Search google.com',
      'google.com google.de www.google.com. google.cat:8443',
      'com.google.android.googlequicksearchbox',
    ],
    [
      'Social facebook.com',
      'facebook.com l.facebook.com lm.facebook.com m.facebook.com facebook.com. fb.me',
      'com.facebook.katana',
    ],
    [
      'Social reddit.com',
      'reddit.com old.reddit.com out.reddit.com amp.reddit.com redd.it',
      'com.reddit.frontpage',
    ],
    ['Social x.com', 'x.com x.com:8443 t.co mobile.twitter.com', 'com.twitter.android'],
    ['Social linkedin.com', 'de.linkedin.com lnkd.in', 'com.linkedin.android'],
    ['Social whatsapp.com', 'wa.me web.whatsapp.com l.wl.co', 'com.whatsapp'],
    ['Social pinterest.com', 'pin.it pinterest.co.uk www.pinterest.de', 'com.pinterest'],
    ['Video tiktok.com', 'vm.tiktok.com www.tiktok.com', 'com.zhiliaoapp.musically'],
    ['Video youtube.com', 'youtu.be m.youtube.com', 'com.google.android.youtube'],
    ['AI assistant chatgpt.com', 'chatgpt.com chat.openai.com', 'com.openai.chatgpt'],
    ['AI assistant copilot.microsoft.com', 'copilot.com copilot.bing.com', 'com.microsoft.copilot'],
    ['Email mail.google.com', 'mail.google.com', 'com.google.android.gm'],
    ['Referral blog.example', 'blog.example www.blog.example m.blog.example blog.example:8080', ''],
  ])('a source has one name: %s', (source, hosts, app) => {
    for (const host of hosts.split(' ')) expect(linkFrom(`https://${host}/a`)).toBe(source)
    if (app !== '') expect(linkFrom(`android-app://${app}/`)).toBe(source)
  })

  test('an app that isn’t known is named by its ID', () => {
    expect(linkFrom('android-app://com.example.reader')).toBe('Referral com.example.reader')
  })

  test.each([
    ['utm_source=fb', 'Social facebook.com'],
    ['utm_source=ig&fbclid=1', 'Social instagram.com'],
    ['utm_source=th', 'Social threads.com'],
    ['utm_source=an', 'Social an'],
    ['utm_source=shop.co.th', 'Campaign shop.co.th'],
    ['UTM_SOURCE=Facebook', 'Social facebook.com'],
    ['utm_source=https://www.reddit.com/r/x', 'Social reddit.com'],
    ['utm_source=chatgpt.com', 'AI assistant chatgpt.com'],
    ['utm_source=perplexity', 'AI assistant perplexity.ai'],
    ['utm_source=google&utm_medium=organic', 'Search google.com'],
    ['utm_source=tiktok&utm_medium=organic', 'Video tiktok.com'],
    ['utm_source=gbp&utm_medium=organic', 'Search gbp'],
    ['utm_source=x&utm_medium=social', 'Social x.com'],
    ['utm_source=Partner&utm_medium=referral', 'Referral partner'],
    ['utm_source=news&utm_medium=E-Mail', 'Email news'],
    ['utm_medium=newsletter', 'Email newsletter'],
    ['utm_source=newsletter', 'Email newsletter'],
    ['utm_source=fb&utm_medium=paid-social', 'Paid facebook.com'],
    ['utm_source=site&utm_medium=display-ads', 'Paid site'],
    ['utm_source=flyer&utm_medium=print', 'Campaign flyer'],
    ['utm_medium=qr', 'Campaign qr'],
    ['utm_source=x2.0', 'Campaign x2.0'],
    ['utm_source=news&fbclid=1', 'Campaign news'],
    ['gbraid=1', 'Paid google.com'],
    ['wbraid=1', 'Paid google.com'],
    ['dclid=1', 'Paid google.com'],
    ['msclkid=1', 'Paid bing.com'],
    ['ttclid=1', 'Paid tiktok.com'],
    ['twclid=1', 'Paid x.com'],
    ['yclid=1', 'Paid yandex.ru'],
    ['li_fat_id=1', 'Paid linkedin.com'],
    ['ScCid=1', 'Paid snapchat.com'],
    ['fbclid=1', 'Social facebook.com'],
    ['igshid=1', 'Social instagram.com'],
    ['mc_cid=1', 'Email mailchimp'],
  ])('a link’s parameters name it: %s', (query, expected) => {
    const { channel, source } = from(query, null)
    expect(`${channel} ${source}`).toBe(expected)
    // No page reads them, so they don't keep a page from being cached.
    for (const name of new URLSearchParams(query).keys()) expect(name).toMatch(trackingParameter)
  })

  test.each([
    ['utm_campaign=Spring', 'https://google.com/', 'Search', 'google.com', 'spring'],
    ['utm_campaign=Spring', null, 'Campaign', 'unknown', 'spring'],
    ['utm_id=7', null, 'Campaign', 'unknown', '7'],
    ['utm_source=letter&utm_medium=email&utm_campaign=nov', null, 'Email', 'letter', 'nov'],
    ['gclid=1&UTM_Campaign=nov', null, 'Paid', 'google.com', 'nov'],
  ])('the campaign beside it: %s %s', (query, referrer, channel, source, campaign) => {
    expect(from(query, referrer)).toEqual({ channel, source, campaign })
  })

  test('made-up sources and campaigns stay short and harmless', () => {
    const text = encodeURIComponent(`\u0000\u202e${'x'.repeat(500)}`)
    const { source, campaign } = from(`utm_source=${text}&utm_campaign=${text}`, null)
    expect([source, campaign]).toEqual(['x'.repeat(80), 'x'.repeat(80)])
    expect(from('', `https://${'a.'.repeat(200)}example/`).source).toHaveLength(80)
  })

  test('a character that is cut in two becomes the same source in every text', () => {
    const sources = ['😀', '🤖'].map((last) => from(`utm_source=${'a'.repeat(79)}${last}`, null))
    expect(sources.map(({ source }) => source)).toEqual(Array(2).fill(`${'a'.repeat(79)}\uFFFD`))
  })
})

describe('a source is shown', () => {
  test.each([
    ['google.com', 'Google'],
    ['x.com', 'X'],
    ['direct', 'Direct'],
    ['newsletter', 'Newsletter'],
    ['unknown', 'Unknown'],
    ['example.org', 'example.org'],
    ['xn--bcher-kva.example', 'bücher.example'],
    ['xn--e1afmkfd.example', 'пример.example'],
    ['xn--r8jz45g.jp', '例え.jp'],
    ['blog.xn--mgbh0fb.example', 'blog.مثال.example'],
    // Letters of several scripts, letters that all look Latin, and no host at all.
    ['xn--pple-43d.example', 'xn--pple-43d.example'],
    ['xn--80ak6aa92e.com', 'xn--80ak6aa92e.com'],
    ['xn--a', 'xn--a'],
  ])('%s as %s', (key, name) => {
    expect(sourceName(key)).toBe(name)
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
