import type { RequestListener, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { ModuleRunner } from 'vite/module-runner'
import { failureText } from './dev-failure.ts'

/** Answers that are still under way get this long before the code behind them is replaced. */
const answerMs = 1000

/** The app in Vite's module runner, which is reloaded after a change. */
export class DevelopmentApp {
  readonly #runner: ModuleRunner
  #loading: Promise<RequestListener> | null = null
  #isStale = false
  #hasFailed = false
  readonly #open = new Set<ServerResponse>()

  constructor(runner: ModuleRunner) {
    this.#runner = runner
  }

  /** Whether the code could not be loaded, and no file has been saved since. */
  get hasFailed(): boolean {
    return this.#hasFailed
  }

  /** Reloads the app at the next request. */
  markStale(): void {
    this.#isStale = true
    this.#hasFailed = false
  }

  /** Returns the listener of the newest code; rejects with what is wrong with that. */
  listener(): Promise<RequestListener> {
    if (this.#loading === null || this.#isStale) {
      this.#isStale = false
      const before = this.#loading
      this.#loading = before === null ? this.#load() : this.#unload(before).then(() => this.#load())
      // Whoever asks gets it as well.
      this.#loading.catch((error) => {
        this.#hasFailed = !this.#isStale
        process.stderr.write(`${failureText(error)}\n`)
      })
    }
    return this.#loading
  }

  /** Keeps the code that makes this answer until it has been sent. */
  keepFor(res: ServerResponse): void {
    this.#open.add(res)
    res.once('close', () => this.#open.delete(res))
  }

  async #load(): Promise<RequestListener> {
    const entry: typeof import('./dev-listener.ts') = await this.#runner.import(
      '/app/server/dev-listener.ts',
    )
    return entry.listener
  }

  /** Lets all modules close what they hold, the last loaded first. */
  async #unload(before: Promise<RequestListener>): Promise<void> {
    await before.catch(() => {})
    const deadline = performance.now() + answerMs
    while (this.#open.size > 0 && performance.now() < deadline) await wait(10)
    const closers = [...(this.#runner.hmrClient?.disposeMap.values() ?? [])].reverse()
    for (const close of closers) {
      try {
        await close({})
      } catch (error) {
        process.stderr.write(`${failureText(error)}\n`)
      }
    }
    this.#runner.clearCache()
  }
}
