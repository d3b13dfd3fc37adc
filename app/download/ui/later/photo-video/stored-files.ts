const endBytes = 22
const entryBytes = 46
const localBytes = 30

/**
 * Returns a ZIP's files in their order, without their names. For this site's own ZIPs: stored
 * uncompressed, no comment, no extra fields. Throws if the ZIP is cut or another kind.
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
    const start = directory.getUint32(at + 42, true) + localBytes + nameBytes
    const bytes = directory.getUint32(at + 20, true)
    if (start + bytes > zip.size) throw new RangeError('The ZIP is cut')
    files.push(zip.slice(start, start + bytes))
    at += entryBytes + nameBytes
  }
  return files
}

async function viewOf(zip: Blob, start: number, bytes: number): Promise<DataView> {
  if (start < 0 || start + bytes > zip.size) throw new RangeError('The ZIP is cut')
  return new DataView(await zip.slice(start, start + bytes).arrayBuffer())
}

function expectMark(view: DataView, at: number, mark: number): void {
  if (view.getUint32(at, true) !== mark) throw new RangeError('The ZIP is cut')
}
