export const strategies: { title: string; text: string; steps: string[] }[] = [
  {
    title: 'Have something worth a link first',
    text: 'No one links to a home page as a favor. People link to the table they needed, the free tool, the test no one else did.',
    steps: [
      'Make one page that answers one question better than what is there now.',
      'Name your sources and show how you got your figures, so that others can safely quote them.',
      'Keep its address for good, and date every change.',
    ],
  },
  {
    title: 'Write to a few people, each for a reason',
    text: 'Ten emails to people whose work you’ve read beat a thousand to a bought list. The second kind is spam, and illegal in many countries.',
    steps: [
      'Read the page you’re writing about to the end.',
      'Find the person’s own address on their own site. If they say they want no pitches, believe them.',
      'Say in the first two sentences why you’re writing to them and no one else.',
    ],
  },
  {
    title: 'Fix what’s broken',
    text: 'A broken link annoys the site’s readers every day. Reporting it helps, whether or not anything comes of it.',
    steps: [
      'Look for pages on your subject that haven’t been updated for years.',
      'Report every dead link you find there, not only the one you can replace.',
      'Offer the archived copy along with your own page, and let them choose.',
    ],
  },
  {
    title: 'Give before you ask',
    text: 'Interviews, testimonials and data put someone else in the spotlight. A link often follows, and a good contact nearly always does.',
    steps: [
      'Ask questions only that person can answer.',
      'Praise products you really use, and say what you use them for.',
      'Publish your figures under a license that allows quoting.',
    ],
  },
  {
    title: 'Stay on the right side',
    text: 'Search engines ask that paid links be marked, and they’re good at recognizing those that aren’t. A penalty costs more than all the links were worth.',
    steps: [
      'Don’t buy, sell or swap links for rank. Mark sponsored ones with rel="sponsored".',
      'Disclose free access, payment and friendship, in both directions.',
      'Follow up once, then leave it. Take anyone who asks off the list right away.',
    ],
  },
  {
    title: 'Keep a record',
    text: 'After a month you won’t remember who you asked for what. A simple table is enough.',
    steps: [
      'Note the person, the page, the day, the template and the answer.',
      'After three months, check which links are still there. Pages move.',
      'Drop the template that no one answers, and build on the one that works.',
    ],
  },
]
