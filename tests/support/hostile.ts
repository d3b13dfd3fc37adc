import { expect } from 'vitest'
import fc from '#tests/support/cases.ts'
import type { RawAnswer } from './raw-request.ts'

/** Must never appear in an answer to outsiders: code locations, SQL, error names. */
export const innerText =
  /\bat .{1,200}\.[jt]sx?:\d+:\d+|node_modules|build\/server|SqliteError|TypeError|no such table|constraint failed/

/** Texts that break programs, in any length that a form may have. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...['', ' ', '0', '-1', '1e999', 'NaN', 'null', 'true', 'on', '[]', '{}', '[object Object]'],
    ...['9007199254740993', '99999999999999999999', '2026-13-45', '0000-00-00', '-271821-04-20'],
    ...["' or 1=1 --", '"); drop table users; --', '%', '_', '\\', '*', 'a" OR b', 'NEAR(', 'x:y'],
    ...[
      '</script><img src=x onerror=alert(1)>',
      '\u2028',
      '\u202e\u0000',
      '\ud800',
      '🎬'.repeat(50),
    ],
    ...[
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      'http://127.0.0.1/',
      '../../etc',
    ],
    ...['a\r\nBcc: x@y.example', '=1+1', '__proto__', 'constructor', 'toString', 'x@y.example'],
    'a'.repeat(10_000),
    '('.repeat(5000),
    '\u0301'.repeat(3000),
    'https://a.example/\n'.repeat(500),
  ),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.integer().map(String),
  fc.webUrl(),
)

export const hostileName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'hasOwnProperty', 'a[b]', 'a.b', '', 'id', 'then'),
  fc.string({ unit: 'binary', maxLength: 30 }),
)

/** Percent-encodes UTF-8, and lone surrogates as no browser would. */
export function encoded(text: string): string {
  return [...Buffer.from(text, text.includes('\ud800') ? 'latin1' : 'utf8')]
    .map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
    .join('')
}

/** Expects an answer that reveals nothing and isn't a server error. */
export function expectHarmless(
  name: unknown,
  { status, body }: Pick<RawAnswer, 'status' | 'body'>,
) {
  const text = body.toString()
  if (status >= 500 || innerText.test(text)) {
    expect([name, status, text.slice(0, 2000)]).toEqual([name, 'less than 500', 'no inner text'])
  }
}
