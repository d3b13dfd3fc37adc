/** A phrase that no native writer uses here. */
export type StiffPhrase = {
  pattern: RegExp
  /** What to write instead. */
  instead: string
  /** A sentence that has the phrase, so that a pattern that finds nothing any more shows. */
  like: string
}

const phrase = (pattern: RegExp, instead: string, like: string): StiffPhrase => ({
  pattern,
  instead,
  like,
})

/** To add one: the pattern, what to write instead, and a sentence that has it. */
export const stiffPhrases: StiffPhrase[] = [
  phrase(
    /\b(?:some|every|any|no)body\b/i,
    'someone, everyone, anyone, no one',
    'There is room for everybody.',
  ),
  phrase(/\bfor instance\b/i, 'for example', 'Trim it, for instance with LosslessCut.'),
  phrase(/\bstraight away\b/i, 'right away', 'It works straight away.'),
  phrase(
    /\b(?:an?|the|any|every|each|no) (?:[\p{L}’'-]+ ){0,2}[\p{L}’'-]+(?<!\b(?:in|of|to|for|by|on|at|with|from|and|or|you|us)) which\b/iu,
    'that',
    'A tool which takes a video has to invent it.',
  ),
  phrase(/\b(?:is|are|be|was|were) had\b/i, 'is available', 'The file cannot be had.'),
  phrase(
    /\b(?:stands?|lies?|lay) (?:in|under|on|at|behind|beside|to)\b/i,
    'is, or the real verb',
    'Take what stands in the address bar.',
  ),
  phrase(
    /\b(?:in|for|nothing|after) so long\b/i,
    'for that long',
    'Posts that were not asked for in so long are deleted.',
  ),
  phrase(
    /\b(?:link|page|number|title|address|files?|owner) of (?:the|a|your|that) (?:post|page|image|video|clip)\b/i,
    'the post’s link, a post’s page',
    'Paste the link of the post.',
  ),
  phrase(
    /\btools of other companies\b/i,
    'third-party tools',
    'We use the tools of other companies.',
  ),
  phrase(
    /\b(?:you|visitors|operators|anyone) may (?:also |only |simply )?(?:use|paste|delete|save|send|ask|object|withdraw|complain|write|publish|go)\b/i,
    'can',
    'You may paste a whole message.',
  ),
  phrase(
    /\bby (?:a|one|the) (?:link|way|click|press|tap)\b/i,
    'with a link, in one click',
    'You leave by one click.',
  ),
  phrase(/(?:^|[.!?] )Who (?!’s)[^.?]*\.(?: |$)/, 'name the subject', 'Who asks too often waits.'),
  phrase(
    /(?:^|[.!?] )What you [^,.?]*, \p{L}+\./u,
    '“If you …, …”',
    'What you no longer recognise, delete.',
  ),
  phrase(
    /\b(?:the tab \p{Lu}\p{L}* says|says the tab|answers (?:no one|nobody))\b/u,
    'say who does what',
    'Which events, the tab Notifications says.',
  ),
  phrase(/\banew\b|\bin one breath\b/i, 'again', 'The countdown starts anew.'),
  phrase(
    /\b(?:are|is) no (?:business days|reason why|question)\b|\bno longer the question\b/i,
    'don’t count as, isn’t an issue',
    'Room is no longer the question.',
  ),
  phrase(
    /\bstrict browsers?\b|\ball places are taken\b/i,
    'locked-down browsers, we’re at capacity',
    'All places are taken for the moment.',
  ),
  phrase(
    /\b(?:a|an|this|each|every|these|those|no) mails?\b(?! (?:app|provider|server))|\bmails\b/i,
    'email',
    'This server cannot send mails.',
  ),
  phrase(
    /\b(?:sent|saved|downloaded|arrived?) whole\b/i,
    'completed',
    'Files saved whole in this period.',
  ),
  phrase(
    /\brefused by name\b|\bfor reasons of rights\b/i,
    'we’ll tell you which kind it was, for copyright reasons',
    'Such links are refused by name.',
  ),
  phrase(
    /(?:^|\b(?:and|how|where|as|if) )one (?:can|must|swipes|wants)\b/i,
    'you',
    'And one can go back.',
  ),
  phrase(/\bany more(?=[.,:?!]|$)/i, 'anymore', 'No one can save them any more.'),
  phrase(/\b(?:is|was|are|were) ticked\b|^tick\b|\. Tick\b/i, 'select', 'No video was ticked.'),
  phrase(/\bstart page\b/i, 'home page', 'Back to the start page.'),
  phrase(/\bswitched (?:on|off)\b/i, 'turned on, turned off', 'What is switched on here.'),
  phrase(/\blog out\b/i, 'sign out', 'Press Log out.'),
  phrase(
    /(?<!\d)\b\d{1,2} (?:Jan|Febr)uary|\b\d{1,2} (?:March|April|June|July|August|(?:Septem|Octo|Novem|Decem)ber)\b/,
    'July 1, 2021',
    'Announced on 1 July 2021.',
  ),
  phrase(/\b(?:kbit|Mbit)\/s\b/, 'kbps, Mbps', 'The MP3 has 192 kbit/s.'),
  phrase(/\bzip\b(?! file’s own)/, 'ZIP', 'Take the zip file with all images.'),
  phrase(/(?<!: )\blog-?in\b(?! page)/i, 'sign in, sign-in', 'The login has expired.'),
  phrase(/\be-mail/i, 'email', 'Write an e-mail.'),
  phrase(
    /\b(?:colour|favour|behaviour|licence|centre|grey|catalogue|whilst|towards|afterwards|programme|half-way)|\b(?:organ|recogn|author|optim|synchron|quant|custom|normal)is(?:e|ed|es|ing|ation)\b|\b(?:label|cancel|travel)l(?:ed|ing)\b/i,
    'US spelling',
    'Three colours were synchronised.',
  ),
]

/** In comments: their subject is the function or the field, and their verb is in the present. */
export const stiffComments: StiffPhrase[] = [
  phrase(/^(?:What|How|Whether|Who|Whoever)\b/, 'name the thing', 'What the outbox shows.'),
  phrase(/; (?:null|undefined)\b/, 'a sentence of its own', 'The due date; null if it has none.'),
  phrase(
    /\b(?:whoever|of no use|for want of)\b/i,
    'name the person, unused, without',
    'It is of no use to whoever searches.',
  ),
  phrase(
    /(?:^|[.:] )Tells\b|\b(?:is|are|was|were) told (?:that|of|by|about)\b/,
    'returns, shows, gets an email',
    'Tells pages when to retry.',
  ),
  phrase(
    /\b(?:answer|column|label|mail|page|part|record|row|table|text)s? (?:says?|tells?)\b/,
    'shows, has, holds',
    'The row says who sent it.',
  ),
]
