const endBytes = 22
const entryBytes = 46
const localBytes = 30
const blockBytes = 5

/** The list of files that a ZIP is without. */
const listOfMissing = 'not-saved.txt'

/**
 * Returns a ZIP's files in their order, without their names. For this site's own ZIPs: stored
 * uncompressed in blocks, no comment. Throws if the ZIP is cut, of another kind or without a file.
 */
export async function storedFiles(zip: Blob): Promise<Blob[]> {
  const end = await viewOf(zip, zip.size - endBytes, endBytes)
  expectMark(end, 0, 0x06054b50)
  const size = end.getUint32(12, true)
  const directory = await viewOf(zip, end.getUint32(16, true), size)
  const files: Blob[] = []
  for (let at = 0; at < size; ) {
    expectMark(directory, at, 0x02014b50)
    const nameBytes = directory.getUint16(at + 28, true)
    const name = new Uint8Array(directory.buffer, at + entryBytes, nameBytes)
    if (new TextDecoder().decode(name) === listOfMissing) throw new RangeError('A file is missing')
    // The same in front of the file.
    const named = nameBytes + directory.getUint16(at + 30, true)
    const start = directory.getUint32(at + 42, true) + localBytes + named
    files.push(await fileAt(zip, start, directory.getUint32(at + 20, true)))
    at += entryBytes + named
  }
  return files
}

/** Joins a file's blocks, each of which begins with its length. */
async function fileAt(zip: Blob, start: number, bytes: number): Promise<Blob> {
  const view = await viewOf(zip, start, bytes)
  const blocks: DataView<ArrayBuffer>[] = []
  for (let at = 0; at < bytes; ) {
    const length = view.getUint16(at + 1, true)
    blocks.push(new DataView(view.buffer, at + blockBytes, length))
    at += blockBytes + length
  }
  return new Blob(blocks)
}

async function viewOf(zip: Blob, start: number, bytes: number): Promise<DataView<ArrayBuffer>> {
  if (start < 0 || start + bytes > zip.size) throw new RangeError('The ZIP is cut')
  return new DataView(await zip.slice(start, start + bytes).arrayBuffer())
}

function expectMark(view: DataView, at: number, mark: number): void {
  if (view.getUint32(at, true) !== mark) throw new RangeError('The ZIP is cut')
}
