/** A file that a manifest (MPEG-DASH) lists: a picture or a sound, never both. */
export type DashFile = {
  url: string
  kind: 'picture' | 'sound'
  bandwidth: number
  width: number | null
  height: number | null
}

const mostFiles = 50
/** Sounds that play everywhere: of AAC's kinds, xHE-AAC doesn't. */
const usualSound = /^mp4a\.40\.(?:2|5|29)$/

/** Reads a manifest's H.264 pictures and AAC sounds, the higher bit rate first. Never throws. */
export function dashFiles(manifest: string): DashFile[] {
  return manifest
    .split('<AdaptationSet', mostFiles)
    .flatMap((set) => {
      const [ofSet = '', ...files] = set.split('<Representation', mostFiles)
      return files.flatMap((file) => fileOf(file, ofSet) ?? [])
    })
    .toSorted((a, b) => b.bandwidth - a.bandwidth)
}

function fileOf(file: string, set: string): DashFile | null {
  const written = /<BaseURL>([^<]{1,8192})<\/BaseURL>/.exec(file)?.[1]?.trim()
  const kind = kindOf((name) => attribute(file, name) ?? attribute(set, name))
  if (written === undefined || kind === null) return null
  return {
    url: written.replaceAll('&amp;', '&'),
    kind,
    bandwidth: numberIn(file, 'bandwidth') ?? 0,
    width: numberIn(file, 'width'),
    height: numberIn(file, 'height'),
  }
}

/** The kind is stated for a set of files, or for each of them, and by some without the codec. */
function kindOf(stated: (name: string) => string | null): DashFile['kind'] | null {
  const codecs = stated('codecs')
  if (codecs !== null) {
    if (codecs.startsWith('avc1')) return 'picture'
    return usualSound.test(codecs) ? 'sound' : null
  }
  const type = stated('mimeType') ?? stated('contentType')
  if (type?.startsWith('video')) return 'picture'
  return type?.startsWith('audio') ? 'sound' : null
}

function attribute(xml: string, name: string): string | null {
  return new RegExp(`\\s${name}="([^"]{1,100})"`).exec(xml)?.[1] ?? null
}

function numberIn(xml: string, name: string): number | null {
  const value = attribute(xml, name) ?? ''
  return /^[1-9]\d{0,8}$/.test(value) ? Number(value) : null
}
