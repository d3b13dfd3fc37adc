type Checker = 'Nu' | 'html-validate' | 'HTML_CodeSniffer' | 'CSP Evaluator' | 'Firefox'

/** What checkers that aren't ours say of pages that are right, and why they are. Ten at most. */
export const falseAlarms: readonly { checker: Checker; says: RegExp; but: string }[] = [
  {
    checker: 'CSP Evaluator',
    says: /^script-src 'self': 'self' can be problematic/,
    but: 'The site has no JSONP, no AngularJS, and sends no upload as a script.',
  },
  {
    checker: 'Nu',
    says: /^Trailing slash on void elements has no effect/,
    but: 'React writes it, and puts every value in quotation marks.',
  },
  {
    checker: 'html-validate',
    says: /^unique-landmark: .* > nav\)$/,
    but: 'The back office’s menu is there twice, and the window’s width shows one of them.',
  },
  {
    checker: 'html-validate',
    says: /^element-permitted-content: <details> element is not permitted as a descendant of <th>/,
    but: 'The standard keeps only headers, footers, sections and headings out of header cells.',
  },
  {
    checker: 'HTML_CodeSniffer',
    says: /H32\.2.*<form id="batch-formats"/,
    but: 'With a script, a choice changes the links below it and nothing is sent.',
  },
  {
    checker: 'Firefox',
    says: /\.woff2” preloaded with link preload was not used within a few seconds/,
    but: 'It keeps fonts from page to page, so that only the first page uses the preload.',
  },
  {
    checker: 'Firefox',
    says: /^Layout was forced before the page was fully loaded\..*\.svg$/,
    but: 'It lays out the file of icons, which has no stylesheet, when the first of them is drawn.',
  },
  {
    checker: 'Firefox',
    says: /^Media resource .*\/save\/.* could not be decoded/,
    but: 'It ends sound where there is no sound card. A file that doesn’t play at all fails its test.',
  },
  {
    checker: 'Firefox',
    says: /^(Loading failed for the module|Failed to load .* A ServiceWorker intercepted)/,
    but: 'The visitor left while it was loading. A page without its scripts fails its journey.',
  },
]

export type CheckedPage = { name: string; html: string }

/** Returns the faults that aren't false alarms, each once: one of the frame is on every page. */
export function faultsOf(checker: Checker, said: { page: string; fault: string }[]): string[] {
  const alarms = falseAlarms.filter((alarm) => alarm.checker === checker)
  const found = said.filter(({ fault }) => !alarms.some(({ says }) => says.test(fault)))
  return [...Map.groupBy(found, ({ fault }) => fault)].map(
    ([fault, [first, ...others]]) => `${first?.page} and ${others.length} more: ${fault}`,
  )
}
