import type { Random } from './random.ts'

const firstParts = 'an be ca da el fe ga ha iv jo ka le ma ni ol pe qu ro sa to ul va wi xe ya zo'
const lastParts = 'dell berg mann ski wick ini ov tarn low well ström puri ford ğlu ton field ley'
const firsts = firstParts.split(' ')
const lasts = lastParts.split(' ')

/** Someone who does not exist, with an address that never will. */
export function madeUpPerson(random: Random, n: number): { name: string; email: string } {
  const first = random.pick(firsts) + random.pick(firsts) + random.pick(['', 'a', 'o', 'na'])
  const last = random.pick(firsts) + random.pick(firsts) + random.pick(lasts)
  const plain = `${first}.${last}`.normalize('NFD').replace(/[^a-z.]/g, '')
  const host = random.pick(['post', 'mail', 'letters'])
  return {
    name: `${capital(first)} ${capital(last)}`,
    email: `${plain}${n}@${host}.demo.example`,
  }
}

const openings = [
  'How to make',
  'The easiest',
  'My first try at',
  'Day 12 of',
  'Nobody told me about',
  'Two minutes of',
  'Wait for the end:',
  'What I learned from',
  'A calm evening with',
  'This is why I love',
]
const things = [
  'lemon pasta with three things',
  'a paper lamp',
  'street drumming in the rain',
  'a tiny balcony garden',
  'folding shirts in two seconds',
  'the slowest turtle in town',
  'an old bike and new paint',
  'pancakes without eggs',
  'sketching people on the train',
  'a cat who opens doors',
  'morning stretches for stiff backs',
  'a song on one string',
  'trail running in fog',
  'sourdough in a cold kitchen',
  'a bookshelf from two crates',
  'night photos with a phone',
]
const tags = ['#demo', '#diy', '#easyfood', '#calm', '#music', '#cats', '#sport', '#音楽', '#kunst']

/** What a post says of itself. */
export function madeUpTitle(random: Random): string {
  const marks = Array.from({ length: random.below(4) }, () => random.pick(tags))
  return [random.pick(openings), random.pick(things), ...new Set(marks)].join(' ')
}

const siteWords =
  'clip reel tape frame garden kitchen studio notes daily weekend paper signal corner harbour'.split(
    ' ',
  )

/** A host of a reserved domain; no two numbers give the same. */
export function madeUpHost(random: Random, n: number): string {
  return `${random.pick(siteWords)}-${random.pick(siteWords)}-${n}.example`
}

/** A creator's handle, with a dash: the platform allows none, so it can't be a real person's. */
export function madeUpHandle(n: number): string {
  const [first = '', last = ''] = [firsts[n % firsts.length], lasts[(n * 7) % 5]]
  return `${first}${last}-${n}`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
