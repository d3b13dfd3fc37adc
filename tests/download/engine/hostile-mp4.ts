import fc from '#tests/support/cases.ts'

/** Files that a hostile media host could send: an MP4's tree of boxes, changed at random. */

type Node = {
  type: string
  /** Bytes of a leaf; what precedes the children of others. */
  content: Buffer
  children: Node[] | null
  /** The size that it states, if it lies. */
  stated?: number
}

const parents = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts', 'dinf', 'udta'])
const uint32 = fc.oneof(
  fc.constantFrom(0, 1, 7, 8, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff),
  fc.nat(0xffff_ffff),
)

function treeOf(bytes: Buffer): Node[] {
  const nodes: Node[] = []
  for (let at = 0; at + 8 <= bytes.length; ) {
    const end = at + Math.max(8, bytes.readUInt32BE(at))
    const type = bytes.toString('latin1', at + 4, at + 8)
    const content = Buffer.from(bytes.subarray(at + 8, end))
    const isParent = parents.has(type)
    nodes.push({
      type,
      content: isParent ? Buffer.alloc(0) : content,
      children: isParent ? treeOf(content) : null,
    })
    at = end
  }
  return nodes
}

/** Returns a box in pieces: joined at each level, a deep tree would take minutes. */
function piecesOf({ type, content, children, stated }: Node): Buffer[] {
  const inside = [content, ...(children ?? []).flatMap(piecesOf)]
  const bytes = inside.reduce((sum, piece) => sum + piece.length, 8)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(stated ?? bytes, 0)
  head.write(type, 4, 'latin1')
  return [head, ...inside]
}

const bytesOf = (node: Node): Buffer => Buffer.concat(piecesOf(node))

const all = (nodes: Node[]): Node[] => nodes.flatMap((node) => [node, ...all(node.children ?? [])])

const pick = <Item>(items: Item[], at: number): Item | undefined => items[at % items.length]

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, index * 4)
  return bytes
}

/** Changes a tree in place. */
type Change = (tree: Node[]) => void

const where = fc.nat(0xffff)

/** Numbers of tables that lie. */
const values: fc.Arbitrary<Change> = fc
  .tuple(
    fc.constantFrom('stsz', 'stco', 'stsc', 'stts', 'ctts', 'stss', 'mdhd', 'mvhd', 'tkhd', 'elst'),
    fc.array(fc.tuple(where, uint32), { minLength: 1, maxLength: 4 }),
  )
  .map(([type, places]) => (tree) => {
    for (const { content } of all(tree).filter((node) => node.type === type)) {
      for (const [at, value] of places) {
        const words = Math.floor(content.length / 4)
        if (words > 0) content.writeUInt32BE(value, (at % words) * 4)
      }
    }
  })

/** A table of samples or chunks that states billions of them. */
const counts: fc.Arbitrary<Change> = fc
  .tuple(fc.constantFrom('stsz', 'stco', 'stts', 'stsc', 'ctts', 'stss'), uint32)
  .map(([type, count]) => (tree) => {
    for (const { content } of all(tree).filter((node) => node.type === type)) {
      if (content.length < 12) continue
      content.writeUInt32BE(type === 'stsz' ? 1 : count, 4)
      if (type === 'stsz') content.writeUInt32BE(count, 8)
    }
  })

const sizes: fc.Arbitrary<Change> = fc.tuple(where, uint32).map(([at, stated]) => (tree) => {
  const node = pick(all(tree), at)
  if (node !== undefined) node.stated = stated
})

const nesting: fc.Arbitrary<Change> = fc
  .tuple(fc.integer({ min: 1, max: 1500 }), fc.constantFrom('moov', 'udta', 'meta', 'trak', 'edts'))
  .map(([depth, type]) => (tree) => {
    let inner: Node = { type: 'free', content: Buffer.alloc(4), children: null }
    for (let level = 0; level < depth; level += 1) {
      inner = { type, content: Buffer.alloc(0), children: [inner] }
    }
    tree.find((node) => node.type === 'moov')?.children?.push(inner)
  })

const edits: fc.Arbitrary<Change> = fc
  .array(fc.tuple(uint32, fc.oneof(uint32, fc.constant(0xffff_ffff)), uint32), {
    minLength: 1,
    maxLength: 40,
  })
  .chain((entries) => fc.tuple(fc.constant(entries), fc.constantFrom(1, 1, 1000)))
  .map(([entries, times]) => (tree) => {
    const list = Array.from({ length: times }, () => entries.flat()).flat()
    const content = numbers(0, list.length / 3, ...list)
    const tracks = all(tree).filter(({ type }) => type === 'trak')
    // Of a thousand nested ones, each with a long list, there would be a file of 700 MB.
    for (const { children } of tracks.slice(0, 8)) {
      const kept = children?.filter(({ type }) => type !== 'edts') ?? []
      const elst: Node = { type: 'elst', content, children: null }
      children?.splice(0, children.length, ...kept, {
        ...{ type: 'edts', content: Buffer.alloc(0), children: [elst] },
      })
    }
  })

/** Samples that are all in one place, in the index itself, or of no size. */
const loops: fc.Arbitrary<Change> = fc
  .tuple(fc.constantFrom('stco', 'stsz'), fc.constantFrom(0, 8, 40, 4000))
  .map(([type, value]) => (tree) => {
    for (const { content } of all(tree).filter((node) => node.type === type)) {
      for (let at = type === 'stco' ? 8 : 12; at + 4 <= content.length; at += 4) {
        content.writeUInt32BE(value, at)
      }
    }
  })

/** Another configuration of the decoder: HE-AAC where there is none, wrong rates, types, channels. */
const configurations: fc.Arbitrary<Change> = fc
  .oneof(
    fc.constantFrom('2b92', '1390', '139056e5a0', '138856e5a54880', 'eb098800', '1208', 'f8e8', ''),
    fc
      .uint8Array({ minLength: 1, maxLength: 8 })
      .map((bytes) => Buffer.from(bytes).toString('hex')),
  )
  .map((hex) => (tree) => {
    for (const { content } of all(tree).filter(({ type }) => type === 'stsd')) {
      // The tag of the configuration, and its length in one byte or in four.
      const tag = content.indexOf(5, content.indexOf('esds') + 20)
      if (tag < 0 || !content.includes('esds')) continue
      const long = content[tag + 1] === 0x80
      Buffer.from(hex, 'hex').copy(content, tag + (long ? 5 : 2))
    }
  })

const boxes: fc.Arbitrary<Change> = fc
  .tuple(
    where,
    fc.constantFrom('drop', 'double', 'rename'),
    fc.constantFrom('trak', 'free', 'moof'),
  )
  .map(([at, what, name]) => (tree) => {
    const parent = pick(
      all(tree).filter(({ children }) => children !== null && children.length > 0),
      at,
    )
    const child = pick(parent?.children ?? [], at >> 4)
    if (parent?.children == null || child === undefined) return
    if (what === 'rename') child.type = name
    else if (what === 'double') parent.children.push(child)
    else parent.children.splice(parent.children.indexOf(child), 1)
  })

/** Bytes of the sound and the picture themselves. */
const damage: fc.Arbitrary<Change> = fc
  .array(fc.tuple(fc.nat(0xff_ffff), fc.nat(255)), { minLength: 1, maxLength: 200 })
  .map((places) => (tree) => {
    const content = tree.find(({ type }) => type === 'mdat')?.content ?? Buffer.alloc(0)
    for (const [at, value] of places) if (content.length > 0) content[at % content.length] = value
  })

const changes = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: damage },
    { weight: 6, arbitrary: configurations },
    { weight: 2, arbitrary: edits },
    { weight: 2, arbitrary: values },
    { weight: 2, arbitrary: nesting },
    { weight: 2, arbitrary: loops },
    { weight: 1, arbitrary: counts },
    { weight: 1, arbitrary: sizes },
    { weight: 1, arbitrary: boxes },
  ),
  { minLength: 1, maxLength: 2 },
)

/** A clip with its index moved behind its samples, changed, and sometimes cut off. */
export function hostileFiles(clips: readonly Buffer[]): fc.Arbitrary<Buffer> {
  return fc
    .tuple(
      fc.constantFrom(...clips),
      changes,
      fc.boolean(),
      fc.oneof(
        { weight: 9, arbitrary: fc.constant(1) },
        { weight: 1, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
      ),
    )
    .map(([clip, made, indexLast, share]) => {
      const tree = treeOf(clip)
      const before = bytesOf(
        tree.find(({ type }) => type === 'moov') ?? {
          type: 'free',
          content: Buffer.alloc(0),
          children: null,
        },
      )
      for (const change of made) change(tree)
      const moov = tree.find(({ type }) => type === 'moov')
      const others = tree.filter((node) => node !== moov)
      // Where the index was, so that the samples stay in their places.
      const gap: Node = { type: 'free', content: Buffer.alloc(before.length - 8), children: null }
      const nodes = moov === undefined ? others : indexLast ? moved(tree, moov, gap) : tree
      const bytes = Buffer.concat(nodes.map(bytesOf))
      return bytes.subarray(0, Math.ceil(bytes.length * share))
    })
}

function moved(tree: Node[], moov: Node, gap: Node): Node[] {
  return [...tree.map((node) => (node === moov ? gap : node)), moov]
}
