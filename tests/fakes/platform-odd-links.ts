import type { Call } from './http.ts'
import { isPhone, proofOfWorkPage } from './platform-answers.ts'

/** A request for a short link that answers in an unusual way. */
export interface OddLink {
  call: Call
  code: string
  postId: string
  /** The post's public page. */
  page: string
}

const html = { 'Content-Type': 'text/html' }
const sendPage = ({ call }: OddLink, body: string, status = 200) =>
  void call.res.writeHead(status, html).end(body)
const sendTo = ({ call }: OddLink, to?: string) =>
  void call.res.writeHead(302, to === undefined ? {} : { Location: to }).end()
const isPhones = ({ call }: OddLink) => isPhone(call.req.headers['user-agent'] ?? '')

/** By the second letter of a short link's code. */
const answers: Record<string, (link: OddLink) => void> = {
  // Phones are refused, in one way or another, and other clients get the post.
  M: (link) => sendTo(link, isPhones(link) ? undefined : link.page),
  K: (link) => (isPhones(link) ? sendPage(link, proofOfWorkPage) : sendTo(link, link.page)),
  Q: (link) => (isPhones(link) ? sendPage(link, '', 429) : sendTo(link, link.page)),
  // Everyone is refused.
  O: (link) => sendTo(link),
  C: (link) => sendPage(link, proofOfWorkPage),
  // The post is named in another way than by a redirect to it.
  T: (link) =>
    sendPage(
      link,
      `<meta http-equiv="refresh" content="0;url=${link.page.replaceAll('&', '&amp;')}">`,
    ),
  V: (link) => sendTo(link, `snssdk1233://aweme/detail/${link.postId}?refer=web`),
  Y: (link) =>
    sendTo(
      link,
      `https://tiktok.onelink.me/BAuo/1?af_web_dp=${encodeURIComponent(link.page)}&pid=share`,
    ),
  J: (link) => sendTo(link, `/login?redirect_url=${encodeURIComponent(link.page)}`),
  // Dead codes.
  Z: (link) => sendTo(link, `/404?fromUrl=/t/${link.code}`),
  I: (link) => sendTo(link, 'https://www.tiktok.com/US/notfound'),
}

/** Answers a short link of these. False for any other letter. */
export function answerOddLink(letter: string, link: OddLink): boolean {
  const answer = answers[letter]
  answer?.(link)
  return answer !== undefined
}
