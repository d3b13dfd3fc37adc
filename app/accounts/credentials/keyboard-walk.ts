/** Rows of a US keyboard, each half a key further right. */
const rows = ['1234567890-=', 'qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,./']
/** The same keys with Shift, besides letters. */
const shifted = ['!@#$%^&*()_+', '', '', '']
const places = new Map(
  rows.flatMap((row, y) =>
    [...row].flatMap((key, x) =>
      [key, shifted[y]?.[x] ?? key].map((it) => [it, { x, y }] as const),
    ),
  ),
)

/** Shorter walks occur in words, such as `were`. */
const shortestWalk = 4
/** Up to this many other characters make a walk no harder to guess. */
const mostOther = 3

/** True for a lower-case password typed by walking over neighboring keys: `!qaz2wsx#edc`. */
export function isKeyboardWalk(text: string): boolean {
  const keys = [...text]
  let other = 0
  let walk = 0
  keys.forEach((key, index) => {
    walk += 1
    if (areNeighbors(key, keys[index + 1])) return
    if (walk < shortestWalk) other += walk
    walk = 0
  })
  return keys.length > mostOther && other <= mostOther
}

function areNeighbors(one: string, next: string | undefined): boolean {
  const from = places.get(one)
  const to = next === undefined ? undefined : places.get(next)
  if (from === undefined || to === undefined) return false
  const down = to.y - from.y
  const right = to.x - from.x
  if (down === 0) return Math.abs(right) === 1
  // A key touches the one below it on the left, and the one that begins under it.
  return Math.abs(down) === 1 && (right === 0 || right === -down)
}
