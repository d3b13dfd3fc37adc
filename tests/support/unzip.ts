import { crc32, inflateRawSync } from 'node:zlib'
import { expect } from 'vitest'

/** Reads a ZIP by the directory at its end, checking each file. */
export function unzip(zip: Buffer): { name: string; content: Buffer }[] {
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  expect(end).toBe(zip.length - 22)
  const files: { name: string; content: Buffer }[] = []
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    expect(zip.readUInt32LE(at)).toBe(0x02014b50)
    const [nameLength, extraLength] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30)]
    const name = zip.subarray(at + 46, at + 46 + nameLength).toString('utf8')
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const packed = zip.subarray(start, start + zip.readUInt32LE(at + 20))
    expect(zip.readUInt16LE(at + 10), 'deflated').toBe(8)
    const content = inflateRawSync(packed)
    expect(zip.readUInt32LE(at + 24)).toBe(content.length)
    expect(zip.readUInt32LE(at + 16)).toBe(crc32(content))
    files.push({ name, content })
    at += 46 + nameLength + extraLength + zip.readUInt16LE(at + 32)
  }
  return files
}
