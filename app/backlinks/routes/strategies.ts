/** What works in the long run; the page shows it beside the templates. */
export const strategies: { title: string; text: string; steps: string[] }[] = [
  {
    title: 'Have something worth a link first',
    text: 'Nobody links to a home page as a favour. People link to the table they needed, the free tool, the test nobody else did.',
    steps: [
      'Make one page that answers one question better than what is there now.',
      'Name your sources and show how figures come about, so that others dare to quote them.',
      'Keep its address for good, and date every change.',
    ],
  },
  {
    title: 'Write to few people, and know why each',
    text: 'Ten emails to people you have read beat a thousand to a bought list. The second kind is spam, and in many countries against the law.',
    steps: [
      'Read the page you’re writing about to its end.',
      'Find the person’s own address on their own site. If they say they want no pitches, believe them.',
      'Say in the first two sentences what made you write to them and nobody else.',
    ],
  },
  {
    title: 'Mend what is broken',
    text: 'A broken link annoys its owner’s readers every day. Whoever reports it helps, whether or not anything comes of it.',
    steps: [
      'Look for pages on your subject that have not been changed for years.',
      'Report every dead link you find there, not only the one you can replace.',
      'Offer the archived copy beside your own page and let them choose.',
    ],
  },
  {
    title: 'Give before you ask',
    text: 'Interviews, testimonials and data put somebody else in the light. A link often follows; a good contact nearly always does.',
    steps: [
      'Ask questions only that person can answer.',
      'Praise products you really use, and say for what.',
      'Publish your figures under a licence that allows quoting.',
    ],
  },
  {
    title: 'Stay on the right side',
    text: 'Search engines ask that paid links be marked, and they are good at recognising those that aren’t. A penalty costs more than all the links were worth.',
    steps: [
      'Don’t buy, sell or swap links for rank. Sponsored ones carry rel="sponsored".',
      'Disclose free access, payment and friendship, in both directions.',
      'Follow up once, then leave it. Take everyone off the list who asks, at once.',
    ],
  },
  {
    title: 'Keep a record',
    text: 'After a month you won’t remember whom you asked for what. A simple table is enough.',
    steps: [
      'Note the person, the page, the day, the template and the answer.',
      'Look after three months which links are still there. Pages move.',
      'Drop the template that nobody answers and rewrite the one that works.',
    ],
  },
]
