import { stripVTControlCharacters } from 'node:util'
import { createLogger, type Logger, type NormalizedHotChannel } from 'vite'

/**
 * Shows errors over every open page. Errors that Vite logs, as in a style or in `routes.ts`, are
 * also shown over pages opened later, until a file is saved: those pages would not show them.
 */
export class DevelopmentOverlay {
  readonly logger: Logger = createLogger()
  #hot: NormalizedHotChannel | null = null
  #logged: string | null = null
  #isShown = false

  constructor() {
    const print = this.logger.error
    this.logger.error = (text, options) => {
      print(text, options)
      this.#logged = text
      this.show(text)
    }
  }

  attach(hot: NormalizedHotChannel): void {
    this.#hot = hot
    hot.on('vite:client:connect', (_, client) => {
      if (this.#logged !== null) client.send(payload(this.#logged))
    })
  }

  show(text: string): void {
    this.#isShown = true
    this.#hot?.send(payload(text))
  }

  /** Drops the error after a file was saved. Returns true if open pages show one. */
  clear(): boolean {
    const wasShown = this.#isShown
    this.#isShown = false
    this.#logged = null
    return wasShown
  }

  reload(): void {
    this.#hot?.send({ type: 'full-reload' })
  }
}

function payload(text: string) {
  return {
    type: 'error' as const,
    err: { message: stripVTControlCharacters(text), stack: '' },
  }
}
