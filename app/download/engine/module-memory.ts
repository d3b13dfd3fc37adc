/**
 * Gives the memory of WebAssembly modules a maximum: `resourceLimits` of a worker thread bounds
 * JavaScript only, and most codecs are built to grow to 2 GB (S74).
 */
import { createHash } from 'node:crypto'

const PAGE_BYTES = 65_536
const IMPORTS = 2
const MEMORIES = 5
const HEADER_BYTES = 8

/** Must run in a thread before its codecs are compiled. Refuses modules that import memory. */
export function limitModuleMemory(maxBytes: number): void {
  const { Module, compile, instantiate } = WebAssembly
  const limited = (source: BufferSource) => withMaximum(bytesOf(source), maxBytes / PAGE_BYTES)
  const compiled = new Map<string, Promise<WebAssembly.Module>>()
  /** Compiled once in a thread, though the MP3 encoder brings its bytes for each file. */
  const compileOnce = (source: BufferSource): Promise<WebAssembly.Module> => {
    const key = createHash('sha256').update(bytesOf(source)).digest('hex')
    const made = compiled.get(key) ?? compile(limited(source))
    compiled.set(key, made)
    return made
  }
  Object.assign(WebAssembly, {
    Module: new Proxy(Module, {
      construct: (target, [source]: [BufferSource]) => new target(limited(source)),
    }),
    compile: compileOnce,
    instantiate: async (
      source: BufferSource | WebAssembly.Module,
      imports: WebAssembly.Imports,
    ) => {
      if (source instanceof Module) return instantiate(source, imports)
      const module = await compileOnce(source)
      return { module, instance: await instantiate(module, imports) }
    },
    // Node compiles these from answers of a server, which no codec needs.
    compileStreaming: undefined,
    instantiateStreaming: undefined,
    Memory: undefined,
  })
}

function bytesOf(source: BufferSource): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source)
}

/** Returns the module with `maxPages` as the most of its memory. Throws if it needs more. */
function withMaximum(module: Uint8Array, maxPages: number): Uint8Array<ArrayBuffer> {
  const pieces: Uint8Array[] = [module.subarray(0, HEADER_BYTES)]
  for (let at = HEADER_BYTES; at < module.length; ) {
    const id = module[at]
    const size = readNumber(module, at + 1)
    const end = size.next + size.value
    const content = module.subarray(size.next, end)
    if (id === IMPORTS && importsMemory(content)) throw new Error('The module imports its memory')
    if (id === MEMORIES) {
      const limits = limitedMemories(content, maxPages)
      pieces.push(Uint8Array.from([MEMORIES, ...written(limits.length), ...limits]))
    } else {
      pieces.push(module.subarray(at, end))
    }
    at = end
  }
  return new Uint8Array(Buffer.concat(pieces))
}

function limitedMemories(section: Uint8Array, maxPages: number): number[] {
  const count = readNumber(section, 0)
  const limits = [...written(count.value)]
  let at = count.next
  for (let memory = 0; memory < count.value; memory++) {
    const flags = section[at] ?? 0
    // Bit 0: it states a maximum. Others mark shared memory and memory of 64 bits.
    if (flags > 1) throw new Error('The module shares its memory')
    const least = readNumber(section, at + 1)
    const most =
      flags === 1 ? readNumber(section, least.next) : { value: maxPages, next: least.next }
    at = most.next
    if (least.value > maxPages) throw new Error(`The module needs ${least.value} pages of memory`)
    limits.push(1, ...written(least.value), ...written(Math.min(most.value, maxPages)))
  }
  return limits
}

function importsMemory(section: Uint8Array): boolean {
  const count = readNumber(section, 0)
  let at = count.next
  for (let entry = 0; entry < count.value; entry++) {
    for (let name = 0; name < 2; name++) {
      const length = readNumber(section, at)
      at = length.next + length.value
    }
    const kind = section[at]
    // Compilers import functions only; whatever else follows is not worth reading.
    if (kind !== 0) return true
    at = readNumber(section, at + 1).next
  }
  return false
}

/** Reads an unsigned LEB128 number. */
function readNumber(bytes: Uint8Array, start: number): { value: number; next: number } {
  let value = 0
  for (let at = start, scale = 1; at < bytes.length; at++, scale *= 128) {
    const byte = bytes[at] ?? 0
    value += (byte & 127) * scale
    if (byte < 128) return { value, next: at + 1 }
  }
  throw new Error('The module is cut off')
}

function written(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...written(Math.floor(value / 128))]
}
