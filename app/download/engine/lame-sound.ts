import { AudioSample } from 'mediabunny'

type Facts = { numberOfChannels: number; sampleRate: number; timestamp: number }

/**
 * Sound as LAME takes it, one channel after the other. It's copied to the encoder as it is, since
 * the package's own way converts each number on its own and takes longer than decoding.
 */
export class LameSound extends AudioSample {
  readonly #planes: Int16Array<ArrayBuffer>

  /** `pieces` are joined; each has its channels' numbers from -1 to 1. */
  static of(pieces: readonly Float32Array[][], frames: number, facts: Facts): LameSound {
    const planes = new Int16Array(frames * facts.numberOfChannels)
    let at = 0
    for (let channel = 0; channel < facts.numberOfChannels; channel += 1) {
      for (const piece of pieces) at = write(piece[channel] ?? new Float32Array(), planes, at)
    }
    return new LameSound(planes, facts)
  }

  private constructor(planes: Int16Array<ArrayBuffer>, facts: Facts) {
    const { numberOfChannels, sampleRate, timestamp } = facts
    super({ data: planes, format: 's16-planar', numberOfChannels, sampleRate, timestamp })
    this.#planes = planes
  }

  override clone(): LameSound {
    return new LameSound(this.#planes, this)
  }

  override copyTo(...[destination, options]: Parameters<AudioSample['copyTo']>): void {
    const { format, planeIndex, frameOffset, frameCount } = options
    if (format !== 's16-planar' || frameOffset !== undefined || frameCount !== undefined) {
      super.copyTo(destination, options)
      return
    }
    const bytes = this.numberOfFrames * Int16Array.BYTES_PER_ELEMENT
    const plane = new Uint8Array(this.#planes.buffer, planeIndex * bytes, bytes)
    if (ArrayBuffer.isView(destination)) {
      new Uint8Array(destination.buffer, destination.byteOffset, destination.byteLength).set(plane)
    } else new Uint8Array(destination).set(plane)
  }
}

/** Writes a piece's numbers from `start`; returns where they end. */
function write(piece: Float32Array, planes: Int16Array, start: number): number {
  // By index: an iterator takes several times as long here.
  for (let index = 0; index < piece.length; index += 1) {
    const value = Math.round((piece[index] ?? 0) * 32_768)
    planes[start + index] = Math.min(32_767, Math.max(-32_768, value))
  }
  return start + piece.length
}
