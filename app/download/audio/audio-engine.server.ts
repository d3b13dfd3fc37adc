import { type AudioChild, addonProgram, startAddonChild } from './audio-child.server.ts'
import { commandProgram, startCommandChild } from './audio-command.server.ts'
import {
  type Confinement,
  findCommand,
  type Launcher,
  strongestLauncher,
} from './confinement.server.ts'

/** What makes the MP3s: FFmpeg as an addon, or as a command. */
export type AudioEngine = {
  name: 'addon' | 'command'
  start(spoolDir: string): Promise<AudioChild>
  /** What the system keeps the engine's processes from. */
  confinement(): Promise<Confinement>
}

export type EngineOptions = {
  /** Absolute path of an `ffmpeg` command to be used; null for the addon, or one in PATH. */
  ffmpegPath: string | null
  memoryLimitBytes: number
  maxSourceBytes: number
}

/**
 * The engine of this machine; null when there is none. The addon comes first: it needs no process
 * per file, so it is faster, and both are confined alike.
 */
export function findAudioEngine(options: EngineOptions): AudioEngine | null {
  return options.ffmpegPath === null
    ? (addonEngine(options) ?? commandEngine(findCommand('ffmpeg'), options))
    : commandEngine(options.ffmpegPath, options)
}

export function addonEngine(options: Omit<EngineOptions, 'ffmpegPath'>): AudioEngine | null {
  const { memoryLimitBytes: dataBytes, maxSourceBytes: fileBytes } = options
  const program = addonProgram({ dataBytes, fileBytes })
  if (program === null) return null
  const launcher = once(() => strongestLauncher(program))
  return {
    name: 'addon',
    start: async (spoolDir) => startAddonChild(program, await launcher(), spoolDir),
    confinement: async () => (await launcher()).kind,
  }
}

export function commandEngine(
  command: string | null,
  options: Omit<EngineOptions, 'ffmpegPath'>,
): AudioEngine | null {
  if (command === null) return null
  const program = commandProgram(command, { dataBytes: options.memoryLimitBytes })
  const launcher = once(() => strongestLauncher(program))
  return {
    name: 'command',
    start: async (spoolDir) => startCommandChild(await launcher(), spoolDir),
    confinement: async () => (await launcher()).kind,
  }
}

function once(find: () => Promise<Launcher>): () => Promise<Launcher> {
  let found: Promise<Launcher> | undefined
  return () => {
    found ??= find()
    return found
  }
}
