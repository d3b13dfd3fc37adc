import type { RequestListener, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { ModuleRunner } from 'vite/module-runner'
import { failureText } from './dev-failure.ts'

/** Time for running answers before their code is replaced. */
const answerMs = 1000

export class DevelopmentApp {
  readonly #runner: ModuleRunner
  #loading: Promise<RequestListener> | null = null
  #isStale = false
  #isLoading = false
  #hasFailed = false
  readonly #open = new Set<ServerResponse>()

  constructor(runner: ModuleRunner) {
    this.#runner = runner
  }

  /** True if the code failed to load and no file has been saved since. */
  get hasFailed(): boolean {
    return this.#hasFailed
  }

  get isLoading(): boolean {
    return this.#isLoading
  }

  markStale(): void {
    this.#isStale = true
    this.#hasFailed = false
  }

  /** Returns the newest code's listener. Rejects with the error if it can't be loaded. */
  listener(): Promise<RequestListener> {
    if (this.#loading === null || this.#isStale) {
      this.#isStale = false
      this.#isLoading = true
      const before = this.#loading
      this.#loading = before === null ? this.#load() : this.#unload(before).then(() => this.#load())
      // Callers get the error too.
      this.#loading
        .catch((error) => {
          this.#hasFailed = !this.#isStale
          process.stderr.write(`${failureText(error)}\n`)
        })
        .finally(() => {
          this.#isLoading = false
        })
    }
    return this.#loading
  }

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

  /** Disposes all modules, the last loaded first. */
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
