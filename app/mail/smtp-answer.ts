/** The command that a mail server refused. */
export type SmtpStep =
  | 'greeting'
  | 'hello'
  | 'encryption'
  | 'sign-in'
  | 'sender'
  | 'recipient'
  | 'message'

/** A refusal's subject. `reader`, `greylist` and `size` concern one mail, the rest the site. */
export type SmtpSubject =
  | 'account'
  | 'app-password'
  | 'busy'
  | 'crowd'
  | 'dmarc'
  | 'encryption-asked'
  | 'greylist'
  | 'group'
  | 'limit'
  | 'mechanism'
  | 'name'
  | 'reader'
  | 'relay'
  | 'reputation'
  | 'sender'
  | 'sign-in-asked'
  | 'size'
  | 'smtp-off'
  | 'spam'
  | 'unclear'

type Row = {
  about: SmtpSubject
  words?: RegExp
  /** Of enhanced status codes (RFC 3463), without their class: `7.9` is 4.7.9 and 5.7.9. */
  codes?: RegExp
  /** Any step, if left out. */
  steps?: readonly SmtpStep[]
}

/** Answers that name what is wrong with the site or its account, the most specific first. */
const aboutUs: readonly Row[] = [
  { about: 'greylist', words: /gr[ae]y-?list/i },
  {
    about: 'group',
    words: /NotAuthenticatedFor|delivery restriction/i,
    codes: /^7\.(129|13[34])$/,
  },
  {
    about: 'size',
    words: /size exceeds|size limit|message too (big|large)/i,
    codes: /^(3\.4|2\.3)$/,
  },
  {
    about: 'crowd',
    words:
      /concurrent|simultaneous|too many (\w+ ){0,3}(connections|sessions)|connection (rate|limit)/i,
  },
  { about: 'busy', words: /too many (\w+ )?(log-?ins?|auth\w*|failed)|temporary auth/i },
  {
    about: 'limit',
    words:
      /submission ?quota|(daily|hourly|sending|send|rate|message|recipients?) (\w+ )*(quota|limit)|rate.?limit|throttl|credits|too (much|many) (e?-?mails?|messages|recipients)|(e-?mails|messages) per (hour|day)|e-?mail quota/i,
    codes: /^(4\.5|7\.28)$/,
  },
  {
    about: 'app-password',
    words: /application-specific|app(lication)? password/i,
    codes: /^7\.9$/,
  },
  { about: 'smtp-off', words: /SmtpClientAuth|basic authentication/i, codes: /^7\.139$/ },
  {
    about: 'encryption-asked',
    words:
      /starttls|\b(use|requires?|needs?|without|over) (tls|ssl)\b|encryption (is )?(needed|required)/i,
    codes: /^7\.1[01]$/,
  },
  { about: 'mechanism', words: /authentication (type|mechanism|method)/i, codes: /^7\.4$/ },
  {
    about: 'account',
    words: /sandbox|sending (domain|account)|your (account|domain) .*(disabled|suspended|blocked)/i,
  },
  {
    about: 'sign-in-asked',
    words:
      /(auth|authentication) (is )?(required|needed)|(must|requires?|please|not) (be )?(authenticat|log(ged)? ?in)|not authenticated/i,
    codes: /^7\.57$/,
  },
  { about: 'dmarc', words: /\b(dmarc|spf|dkim)\b/i, codes: /^7\.(2[0-4679]|30)$/ },
  {
    about: 'sender',
    words:
      /sender (address|identity|signature|domain|verif\w*|rejected|denied|refused|is not|not)|send-?as|not owned by|\bfrom address|not (a )?verified|verification failed|not (allowed|permitted|authori[sz]ed) to (send|use)|permissions? to send/i,
    codes: /^(1\.[78]|2\.252|7\.60)$/,
  },
  { about: 'name', words: /\b(helo|ehlo)\b/i },
  {
    about: 'reputation',
    words:
      /(black|block|deny) ?-?list|\brbl\b|dnsbl|reputation|client host|blocked (using|by)|spamhaus|spamcop|\b(ip|host|server) (\S+ )?(is |was |has been )?(blocked|banned|listed|rejected)/i,
    codes: /^7\.25$/,
  },
  { about: 'relay', words: /\brelay|rcpthosts/i },
  {
    about: 'spam',
    words: /\bspam\b|\bjunk\b|\bvirus|content (filter|reject)/i,
    steps: ['message'],
  },
  {
    about: 'busy',
    words: /server (is )?busy|insufficient (system )?(storage|disk)|system storage/i,
  },
]

/** Answers about the mailbox. Without such a code, words count only where one is named. */
const aboutReader: readonly Row[] = [
  {
    about: 'reader',
    codes: /^(1\.(1|2|3|6|10)|2\.[124]|6\.\d+)$/,
    steps: ['recipient', 'message'],
  },
  { about: 'reader', words: /inactive recipient|marked as inactive/i },
  {
    about: 'reader',
    words:
      /(no such|unknown|invalid|inactive) (local )?(user|mailbox|recipient|address|account)|(user|addressee|recipient|mailbox|account|address) .*(unknown|not found|exist|unavailable|inactive|disabled|full|rejected)|(user|addressee|mailbox) (unknown|unavailable|not local)|mailbox .*(quota|limit)|no mailbox|over ?quota|storage allocation|unrouteable|undeliverable/i,
    steps: ['recipient'],
  },
  { about: 'busy', words: /^421|^4\d\d[ -]4\.(3\.\d+|7\.500)\b/ },
]

/** Finds what a mail server's refusal is about: RFC 5321's words often name the wrong thing. */
export function readAnswer(step: SmtpStep, answer: string): SmtpSubject {
  const codes = [...answer.matchAll(/(?<![\d.])[45]\.(\d{1,3}\.\d{1,3})(?![\d.]*\d)/g)].map(
    ([, code = '']) => code,
  )
  // Addresses, links and host names can hold any of the words.
  const words = answer
    .replace(/<[^<>\s]*@[^<>\s]*>|\S+@\S+|https?:\S+/g, ' ')
    .replace(/\b(?!\S*(?:spamhaus|spamcop))[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}\b/g, ' ')
  const found = [...aboutUs, ...aboutReader].find(
    (row) =>
      (row.steps === undefined || row.steps.includes(step)) &&
      (row.words?.test(words) || codes.some((code) => row.codes?.test(code))),
  )
  return found?.about ?? 'unclear'
}
