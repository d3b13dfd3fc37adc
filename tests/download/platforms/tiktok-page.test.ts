// @module-tag module
import { describe, expect, test } from 'vitest'
import { classifyState, isChallenge } from '#app/download/platforms/tiktok/challenge-signs.ts'
import { readTiktokPage } from '#app/download/platforms/tiktok/page.ts'
import fc, { cases } from '#tests/support/cases.ts'
import { interruptible } from '#tests/support/interruptible.ts'

const postId = '7345678000000000001'
const item = { id: postId, desc: 'Hello', video: { playAddr: 'https://a.example/1' } }
const detail = (content: unknown) => ({ statusCode: 0, itemInfo: { itemStruct: content } })

function page(scopes: unknown, attributes = 'id="__UNIVERSAL_DATA_FOR_REHYDRATION__"'): string {
  const json = JSON.stringify({ __DEFAULT_SCOPE__: scopes }).replaceAll('<', '\\u003C')
  return `<html><script>var a = 1</script><script ${attributes}>${json}</script></html>`
}

const phone = (content: unknown) => page({ 'webapp.reflow.video.detail': detail(content) })

describe('the script with the data', () => {
  test.for([
    'id="__UNIVERSAL_DATA_FOR_REHYDRATION__" type="application/json"',
    'nonce=abc type="application/json"  id = \'__UNIVERSAL_DATA_FOR_REHYDRATION__\'',
    'id=__UNIVERSAL_DATA_FOR_REHYDRATION__',
  ])('is found by its id: %s', (attributes) => {
    const html = page({ 'webapp.video-detail': detail(item) }, attributes)
    expect(readTiktokPage(html, postId)).toMatchObject({ kind: 'item', drifted: false })
  })

  test.for([
    ['another id', page({}, 'id="SIGI_STATE"')],
    ['data-id', page({}, 'data-id="__UNIVERSAL_DATA_FOR_REHYDRATION__"')],
    ['a mention in a text', '<p>__UNIVERSAL_DATA_FOR_REHYDRATION__</p><script>1</script>'],
    ['a tag without an end', '<script id="__UNIVERSAL_DATA_FOR_REHYDRATION__"'],
    ['a script without an end', '<script id="__UNIVERSAL_DATA_FOR_REHYDRATION__">{}'],
    ['nothing', ''],
  ])('is not %s', ([, html = '']) => {
    expect(readTiktokPage(html, postId)).toEqual({ kind: 'no_script' })
  })
})

describe('a post', () => {
  test('elsewhere in the data is found, and counts as drifted', () => {
    const nested = page({ 'webapp.new': { a: [{ b: { c: { d: item } } }] } })
    expect(readTiktokPage(nested, postId)).toMatchObject({ kind: 'item', drifted: true })
    const tooDeep = page({ a: { b: { c: { d: { e: { f: { g: { h: item } } } } } } } })
    expect(readTiktokPage(tooDeep, postId)).toEqual({ kind: 'no_data' })
    const other = page({ 'webapp.new': { a: { ...item, id: '7345678000000000002' } } })
    expect(readTiktokPage(other, postId)).toEqual({ kind: 'no_data' })
  })

  test('must be the one that was asked for', () => {
    expect(readTiktokPage(phone({ ...item, id: '7345678000000000002' }), postId)).toEqual({
      kind: 'wrong_id',
    })
    expect(readTiktokPage(phone({ ...item, id: '7345678000000000000' }), postId)).toEqual({
      kind: 'wrong_id',
    })
    // A number has been rounded on its way.
    expect(readTiktokPage(phone({ ...item, id: Number(postId) }), postId)).toMatchObject({
      kind: 'item',
      item: { id: postId },
    })
    expect(readTiktokPage(phone(item), null)).toMatchObject({ item: { id: postId } })
  })

  test('with a code other than 0 is reported with code and message', () => {
    const html = page({
      'webapp.reflow.video.detail': { statusCode: '10222', statusMsg: 'author_secret' },
    })
    expect(readTiktokPage(html, postId)).toEqual({
      kind: 'state',
      code: 10222,
      message: 'author_secret',
    })
  })

  test('in either of the page’s places outweighs a code in the other, unless that hides it', () => {
    const both = (code: number, content: object = item) =>
      readTiktokPage(
        page({
          'webapp.reflow.video.detail': { statusCode: code },
          'webapp.video-detail': detail(content),
        }),
        postId,
      )
    for (const code of [10101, 100004, 10204, 10219]) expect(both(code).kind).toBe('item')
    for (const code of [10216, 10222]) expect(both(code)).toMatchObject({ kind: 'state', code })
    // Without files there is nothing to outweigh it with.
    expect(both(10204, { id: postId })).toMatchObject({ kind: 'state', code: 10204 })
    const other = { ...item, id: '7345678000000000002' }
    expect(both(10204, other)).toMatchObject({ kind: 'state', code: 10204 })
  })

  test.for([
    [true, true],
    [1, true],
    [false, false],
    [0, false],
    ['odd', false],
    [undefined, false],
  ])('is private when the page has %j: %j', ([said, wanted]) => {
    expect(readTiktokPage(phone({ ...item, privateItem: said }), postId)).toMatchObject({
      item: { privateItem: wanted },
    })
  })

  test('S14: a bad field never throws, and the others are still read', () => {
    const fields =
      'desc createTime author video imagePost music stats statsV2 privateItem secret forFriend ' +
      'isReviewing isContentClassified takeDown locationCreated'
    const odd = fc.record(
      Object.fromEntries(fields.split(' ').map((name) => [name, fc.jsonValue({ maxDepth: 4 })])),
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(odd, (content) => {
        const reading = readTiktokPage(phone({ ...content, id: postId }), postId)
        expect(reading).toMatchObject({ kind: 'item', item: { id: postId } })
      }),
      { numRuns: cases(500) },
    )
  })

  test('S14: whatever a page holds, nothing is thrown', () => {
    const parts = fc.constantFrom(
      '<script',
      ' id="__UNIVERSAL_DATA_FOR_REHYDRATION__"',
      '>',
      '</script>',
      '{"__DEFAULT_SCOPE__":',
      '{"webapp.video-detail":null}',
      '}',
      '__proto__',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(parts, fc.string()), { maxLength: 30 }), (pieces) => {
        expect(readTiktokPage(pieces.join(''), postId).kind).toMatch(/^no_/)
      }),
      { numRuns: cases(500) },
    )
  })

  test('S45: a page made to be slow takes no longer than one pass over it', () => {
    const slow = [
      '<script'.repeat(400_000),
      '<script id="'.repeat(250_000),
      `<script ${'id '.repeat(900_000)}>`,
    ]
    for (const html of slow) {
      expect(interruptible(() => readTiktokPage(html, postId)).kind).toMatch(/^no_/)
    }
  })
})

describe('a state', () => {
  test.for([
    [0, '', 'ok'],
    [10204, "item doesn't exist", 'gone'],
    [10204, 'cross_border_violation_item', 'region'],
    [10231, 'status_deleted', 'gone'],
    [10217, 'item_privacy_authorization&status_deleted', 'gone'],
    [10216, '', 'private'],
    [10222, 'something new', 'private'],
    [10204, 'status_self_see', 'private'],
    [10231, 'status_audit_not_pass', 'restricted'],
    [10231, 'something new', 'unknown'],
    [10217, '', 'unknown'],
    [10235, 'item is storypost', 'unsupported'],
    [100002, 'invalid item id', 'gone'],
    [10101, 'ErrSysPanic', 'fault'],
    [10201, '', 'gone'],
    [10202, 'anything', 'gone'],
    [10219, '', 'region'],
    [10219, 'status_deleted', 'gone'],
    [-1, '', 'unknown'],
    [424242, '', 'unknown'],
  ] as [number, string, string][])('%d %s is %s', ([code, message, wanted]) => {
    const state = classifyState(code, message)
    expect(state.kind === 'not_found' ? state.reason : state.kind).toBe(wanted)
  })

  test('a challenge is recognized by its own words in a short page, not by a creator’s', () => {
    expect(isChallenge('x'.repeat(4_999), null)).toBe(true)
    expect(isChallenge('x'.repeat(5_000), null)).toBe(false)
    expect(isChallenge('x'.repeat(5_000), '3')).toBe(true)
    expect(isChallenge(`${'x'.repeat(6_000)}SlardarWAF`, null)).toBe(true)
    expect(isChallenge(`${'x'.repeat(300_000)}Please wait...`, null)).toBe(false)
  })
})
