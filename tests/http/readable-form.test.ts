// @module-tag module
import type { MiddlewareFunction } from 'react-router'
import { expect, test, vi } from 'vitest'
import { readableForm } from '#app/http/readable-form.server.ts'

test.each([
  ['typed fields', new URLSearchParams({ a: '1' })],
  ['a file', fileForm()],
])('S64: a form with %s is parsed once, however often it is read', async (_, body) => {
  const parse = vi.spyOn(Request.prototype, 'formData')
  const request = new Request('http://site.example/', { method: 'POST', body })
  const read: FormData[] = []
  const args = { request, url: new URL(request.url) } as unknown as Parameters<
    MiddlewareFunction<Response>
  >[0]
  await readableForm(args, async () => {
    read.push(await request.formData(), await request.formData())
    return new Response()
  })
  expect(read.map((form) => form.has('a'))).toEqual([true, true])
  expect(parse).toHaveBeenCalledTimes(1)
  parse.mockRestore()
})

function fileForm(): FormData {
  const form = new FormData()
  form.set('a', new Blob(['1']), 'a.csv')
  return form
}
