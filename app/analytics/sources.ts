import type { Channel } from './code-names.ts'

/**
 * Known sources, one per line: the name, then its hosts, Android apps, and names in `utm_source`. A
 * host includes its subdomains, except in Search, where those are other services unless written as
 * `*.`. `{}` is `com` or a country's ending. The first host is the stored key: never change one.
 *
 * AI assistants, social networks and search engines are based on Matomo's list of July 15, 2026,
 * which is in the public domain (CC0 1.0):
 * https://github.com/matomo-org/searchengine-and-social-list. It was cut to those that still send
 * visitors. Mail, videos and apps are our own.
 */
const table: Partial<Record<Channel, string>> = {
  'AI assistant': `
    ChatGPT: chatgpt.com chat.openai.com openai com.openai.chatgpt
    Claude: claude.ai com.anthropic.claude
    Perplexity: perplexity.ai ai.perplexity.app.android
    Gemini: gemini.google.com bard.google.com com.google.android.apps.bard
    NotebookLM: notebooklm.google.com
    Copilot: copilot.microsoft.com copilot.com copilot.cloud.microsoft m365.cloud.microsoft copilot.bing.com edgeservices.bing.com com.microsoft.copilot
    Meta AI: meta.ai
    Grok: grok.com ai.x.grok
    DeepSeek: chat.deepseek.com deepseek.com com.deepseek.chat
    Le Chat: chat.mistral.ai mistral
    Poe: poe.com
    You.com: you.com
    Duck.ai: duck.ai
    Qwen: chat.qwen.ai qwen.ai tongyi.com tongyi.aliyun.com
    Doubao: doubao.com
    Kimi: kimi.com kimi.moonshot.cn
    Yuanbao: yuanbao.tencent.com
    ERNIE Bot: yiyan.baidu.com chat.baidu.com ai.baidu.com
    ChatGLM: chatglm.cn chat.z.ai
    Alice: alice.yandex.ru
    GigaChat: giga.chat
    Lumo: lumo.proton.me
    Phind: phind.com
    Genspark: genspark.ai
    Felo: felo.ai
    iAsk: iask.ai`,
  Email: `
    Newsletter: newsletter
    Email: email mail
    Mailchimp: mailchimp list-manage.com
    Klaviyo: klaviyo
    Marketo: marketo
    HubSpot: hubspot
    Brevo: brevo sendinblue
    Gmail: mail.google.com com.google.android.gm
    Outlook: outlook.live.com outlook.office.com outlook.office365.com outlook.cloud.microsoft safelinks.protection.outlook.com com.microsoft.office.outlook
    Yahoo Mail: mail.yahoo.{} com.yahoo.mobile.client.android.mail
    Proton Mail: mail.proton.me mail.protonmail.com ch.protonmail.android
    AOL Mail: mail.aol.com com.aol.mobile.aolapp
    GMX: gmx.net gmx.{} deref-gmx.net deref-gmx.com deref-gmx.fr
    WEB.DE: deref-web.de deref-web-02.de 3c.web.de navigator.web.de
    mail.com: deref-mail.com navigator-lxa.mail.com
    Mail.ru Mail: e.mail.ru touch.mail.ru light.mail.ru ru.mail.mailapp
    Yandex Mail: mail.yandex.{} ru.yandex.mail
    Zoho Mail: mail.zoho.{}
    Fastmail: app.fastmail.com
    Tuta: app.tuta.com mail.tutanota.com
    HEY: app.hey.com
    Seznam Email: email.seznam.cz
    QQ Mail: mail.qq.com com.tencent.androidqqmail
    NetEase Mail: mail.163.com mail.126.com
    Naver Mail: mail.naver.com
    Samsung Email: com.samsung.android.email.provider`,
  Video: `
    TikTok: tiktok.com com.zhiliaoapp.musically com.zhiliaoapp.musically.go com.tiktok.lite.go com.ss.android.ugc.trill
    YouTube: youtube.com youtu.be youtube-nocookie.com yt com.google.android.youtube
    Vimeo: vimeo.com
    Twitch: twitch.tv tv.twitch.android.app
    Dailymotion: dailymotion.com dai.ly
    Bilibili: bilibili.com b23.tv
    Douyin: douyin.com com.ss.android.ugc.aweme
    Kuaishou: kuaishou.com kwai.com
    Niconico: nicovideo.jp
    Rutube: rutube.ru
    Rumble: rumble.com
    Odysee: odysee.com
    Kick: kick.com
    Likee: likee.video
    Douyu: douyu.com
    Huya: huya.com
    TwitCasting: twitcasting.tv`,
  Social: `
    Facebook: facebook.com fb.com fb.me fb.watch fb facebookwkhpilnemxj7asaniu7vnjjbiltxjqhye3mhbshg7kx5tfyd.onion com.facebook.katana com.facebook.lite
    Messenger: messenger.com m.me msg com.facebook.orca
    Instagram: instagram.com instagr.am ig.me ig com.instagram.android
    Threads: threads.com threads.net th com.instagram.barcelona
    Meta Audience Network: an
    X: x.com twitter.com t.co twitter com.twitter.android
    Reddit: reddit.com redd.it com.reddit.frontpage
    WhatsApp: whatsapp.com wa.me l.wl.co com.whatsapp com.whatsapp.w4b
    Telegram: telegram.org t.me telegram.me org.telegram.messenger org.telegram.messenger.web org.thunderdog.challegram
    Snapchat: snapchat.com com.snapchat.android
    Discord: discord.com discord.gg discordapp.com com.discord
    LinkedIn: linkedin.com lnkd.in com.linkedin.android
    Pinterest: pinterest.com pinterest.{} pin.it com.pinterest
    Tumblr: tumblr.com t.umblr.com com.tumblr
    Bluesky: bsky.app skyfeed.app xyz.blueskyweb.app
    Mastodon: mastodon.social mastodon.online mastodon.world mastodon.cloud mastodon.xyz mastodonapp.uk mastodon.nz mastodon.scot mastodon.art mstdn.social mstdn.jp mstdn.party mas.to masto.ai mamot.fr pawoo.net fosstodon.org hachyderm.io chaos.social infosec.exchange techhub.social social.tchncs.de social.vivaldi.net indieweb.social sfba.social universeodon.com toot.community typo.social ohai.social c.im newsie.social front-end.social mastodon.eus org.joinmastodon.android
    Pixelfed: pixelfed.social pixelfed.de pixelfed.uno pxlmo.com pixey.org metapixl.com
    Lemmy: lemmy.world lemmy.ml
    VK: vk.com vk.ru vkontakte.ru vk.me com.vkontakte.android
    Odnoklassniki: ok.ru odnoklassniki.ru ru.ok.android
    My World: my.mail.ru
    Dzen: dzen.ru
    LiveJournal: livejournal.com livejournal.ru
    WeChat: wechat.com mp.weixin.qq.com open.weixin.qq.com channels.weixin.qq.com weixin.qq.com weixin com.tencent.mm
    Weibo: weibo.com weibo.cn t.cn com.sina.weibo
    Qzone: qzone.qq.com
    Baidu Tieba: tieba.baidu.com
    Zhihu: zhihu.com
    Xiaohongshu: xiaohongshu.com xhslink.com rednote com.xingin.xhs
    Douban: douban.com
    V2EX: v2ex.com
    LINE: line.me lin.ee jp.naver.line.android
    KakaoTalk: kakao.com com.kakao.talk
    Viber: viber.com com.viber.voip
    Skype: web.skype.com
    Microsoft Teams: teams.microsoft.com teams.live.com statics.teams.cdn.office.net com.microsoft.teams
    Slack: slack.com com.slack
    mixi: mixi.jp
    Quora: quora.com
    Hacker News: news.ycombinator.com hackernews hn
    Lobsters: lobste.rs
    Stack Overflow: stackoverflow.com
    GitHub: github.com
    Product Hunt: producthunt.com
    Flickr: flickr.com
    Dribbble: dribbble.com
    SoundCloud: soundcloud.com gate.sc
    Linktree: linktr.ee
    XING: xing.com
    Viadeo: viadeo.com
    Badoo: badoo.com
    9GAG: 9gag.com
    Imgur: imgur.com
    Nextdoor: nextdoor.com
    Truth Social: truthsocial.com
    Gab: gab.com
    Taringa!: taringa.net
    Hatena: b.hatena.ne.jp
    Flipboard: flipboard.com flipboard.app`,
  Search: `
    Google: google.com google.{} google.cat images.google.{} cse.google.{} lens.google.com encrypted.google.com ipv4.google.com ipv6.google.com syndicatedsearch.goog googleads adwords com.google.android.googlequicksearchbox com.google.android.apps.searchlite
    Bing: bing.com cn.bing.com global.bing.com bingads com.microsoft.bing
    Yahoo: yahoo.com yahoo.{} search.yahoo.{} *.search.yahoo.{}
    DuckDuckGo: duckduckgo.com lite.duckduckgo.com html.duckduckgo.com start.duckduckgo.com safe.duckduckgo.com noai.duckduckgo.com r.duckduckgo.com duckduckgogg42xjoc72x3sjasowoarfbgcmvfimaftt6twagswzczad.onion com.duckduckgo.mobile.android
    Yandex: yandex.ru yandex.{} ya.ru xmlsearch.yandex.ru ru.yandex.searchplugin
    Baidu: baidu.com wap.baidu.com image.baidu.com com.baidu.searchbox
    Brave Search: search.brave.com
    Ecosia: ecosia.org com.ecosia.android
    Qwant: qwant.com lite.qwant.com com.qwant.liberty
    Startpage: startpage.com *.startpage.com ixquick.com
    Kagi: kagi.com
    Mojeek: mojeek.com mojeek.{}
    Swisscows: swisscows.com swisscows.ch
    MetaGer: metager.org metager.de
    Seznam: seznam.cz search.seznam.cz
    Naver: naver.com search.naver.com *.search.naver.com com.nhn.android.search
    Daum: daum.net search.daum.net *.search.daum.net
    Sogou: sogou.com wap.sogou.com
    360 Search: so.com so.360.cn sou.com
    Shenma: sm.cn so.m.sm.cn quark.sm.cn
    Coc Coc: coccoc.com
    Mail.ru Search: go.mail.ru
    Rambler: nova.rambler.ru
    AOL: search.aol.com search.aol.{} aol.com aol.{}
    Ask: ask.com search.ask.com
    Lycos: search.lycos.com
    Dogpile: dogpile.com
    WebCrawler: webcrawler.com
    Info.com: info.com
    T-Online: suche.t-online.de
    GMX Search: suche.gmx.net search.gmx.{}
    WEB.DE Search: suche.web.de
    1&1 Search: suche.1und1.de
    Freenet: suche.freenet.de
    Orange: lemoteur.orange.fr
    Lilo: search.lilo.org
    Goo: search.goo.ne.jp
    SAPO: pesquisa.sapo.pt
    Onet: szukaj.onet.pl
    Avast: search.avast.com
    AVG: search.avg.com
    Avira: search.avira.com safesearch.avira.com
    Norton Safe Search: nortonsafe.search.ask.com
    Freespoke: freespoke.com
    Gibiru: gibiru.com
    Presearch: presearch.com presearch.org
    Yep: yep.com
    Petal Search: petalsearch.com
    Marginalia: search.marginalia.nu marginalia-search.com
    SearXNG: searx.be`,
}

/** A source by the table. Null channel: unknown there. */
export type Source = { key: string; channel: Channel | null }

const exact = new Map<string, Source>()
const withSubdomains = new Map<string, Source>()
const names = new Map<string, string>()

for (const [channel, lines] of Object.entries(table)) addLines(channel as Channel, lines)

function addLines(channel: Channel, lines: string): void {
  for (const line of lines.trim().split('\n')) {
    const [name = '', hosts = ''] = line.trim().split(': ')
    const [key = '', ...others] = hosts.split(' ')
    const source = { key, channel }
    names.set(key, name)
    exact.set(name.toLowerCase(), source)
    for (const host of [key, ...others]) {
      if (channel !== 'Search') withSubdomains.set(host, source)
      if (host.startsWith('*.')) withSubdomains.set(host.slice(2), source)
      else exact.set(host, source)
    }
  }
}

/** Returns a source's name by the key that is stored. Undefined for one that isn't in the table. */
export function nameOfSource(key: string): string | undefined {
  return names.get(key)
}

const countryEnding = /\.(?:com|(?:com?|org|net)\.[a-z]{2}|[a-z]{2})$/
/** Prefixes by which one site has several hosts. */
const spellings = /^(?:www\d*|m|mobile|amp)\.(?=.*\.)(?!(?:com?|org|net)\.[a-z]{2}$)/
/** Hosts of webmail, as companies and providers name them. */
const mailHosts = /^(?:(?:web)?mail\d*|email|owa|roundcube|poczta|correo|messagerie)\..+\./

/** Returns the source of a link from a host without a port: by the table's longest suffix. */
export function sourceOfHost(host: string): Source {
  const site = siteOf(host)
  const whole = at(exact, site)
  if (whole !== undefined) return whole
  // No host in the table is longer.
  let rest = site.split('.').slice(-6).join('.')
  for (; rest.includes('.'); rest = rest.slice(rest.indexOf('.') + 1)) {
    const known = at(withSubdomains, rest)
    if (known !== undefined) return known
  }
  return { key: site, channel: mailHosts.test(site) ? 'Email' : null }
}

/** Returns the one spelling of a site's host. */
export function siteOf(host: string): string {
  return host.toLowerCase().replace(/\.$/, '').replace(spellings, '')
}

function at(hosts: Map<string, Source>, host: string): Source | undefined {
  return hosts.get(host) ?? hosts.get(host.replace(countryEnding, '.{}'))
}

/** Returns the source of an Android app by its ID, in lower case. */
export function sourceOfApp(id: string): Source {
  return exact.get(id) ?? { key: id, channel: null }
}

/** Returns the source that a link names itself: `fb`, `Google`, `reddit.com`. In lower case. */
export function sourceOfText(text: string): Source {
  const known = exact.get(text)
  if (known !== undefined) return known
  const address = /^(?:https?:\/\/)?[^\s/:?#@]+\.\p{L}[^\s/:?#@.]+\.?(?=[/:?#]|$)/u.exec(text)?.[0]
  const host = address && URL.parse(address.replace(/^(?:https?:\/\/)?/, 'http://'))?.hostname
  return host ? sourceOfHost(host) : { key: text, channel: null }
}
