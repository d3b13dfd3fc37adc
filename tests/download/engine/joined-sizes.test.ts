// @module-tag module
import { expect, test } from 'vitest'
import { box, UnreadableFile, u32 } from '#app/download/engine/mp4-boxes.ts'
import { readFragmentedTracks } from '#app/download/engine/mp4-fragments.ts'
import { pictureEntry } from '#app/download/engine/sample-entries.ts'

test('a piece with settings too long to write would be answered as the server’s error', () => {
  const sps = Buffer.from([0x67, 0x42, 0xc0, 0x1e, 0xd9, 0x01, 0xe0, 0x89, 0xf9, 0x50])
  expect(() => pictureEntry(sps, Buffer.alloc(65_536))).toThrow(UnreadableFile)
  expect(() => pictureEntry(Buffer.alloc(65_536, 0xff), sps)).toThrow(UnreadableFile)
})

test('a clip’s descriptions could fill the memory', async () => {
  const moov = Buffer.concat([
    box('mvhd', u32([0, 0, 0, 1000, 0]), Buffer.alloc(80)),
    box('mvex', box('trex', u32([0, 1, 1, 0, 0, 0]))),
  ])
  const moof = box('moof', box('free', Buffer.alloc(1_000_000)))
  const read = async (start: number, end: number) => moof.subarray(start, end)
  const span = { source: 0, file: { size: moof.length, read }, start: 0, end: moof.length }
  await expect(readFragmentedTracks(moov, Array(16).fill(span))).resolves.toEqual([])
  await expect(readFragmentedTracks(moov, Array(17).fill(span))).rejects.toThrow(
    'Too many descriptions',
  )
})
