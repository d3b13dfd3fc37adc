type BreakerState = 'closed' | 'open' | 'half_open'

/** `unknown`: the outcome has no bearing on the service's health. */
export type Verdict = 'success' | 'failure' | 'unknown'

export type Permit = {
  /** True for the one call that tests if the service is back. */
  readonly probe: boolean
  /** Must be called when the call ends. Only the first verdict counts. */
  settle(verdict: Verdict): void
}

export type CircuitBreaker = {
  /** Returns a permit for one call, or null while calls must fail without asking the service. */
  enter(): Permit | null
  state(): BreakerState
  /** Milliseconds until the next call is allowed; 0 if it is now. */
  retryAfterMs(): number
}

export type CircuitBreakerOptions = {
  /** Consecutive failures that open it. */
  failures: number
  coolDownMs: number
  /** The cool-down doubles with each failed probe, up to this. */
  maxCoolDownMs: number
}

/** Stops calls to a service that keeps failing, then tests it with one call at a time. */
export function createCircuitBreaker(options: CircuitBreakerOptions): CircuitBreaker {
  let closed = true
  let failuresInRow = 0
  let openUntil = 0
  let coolDown = options.coolDownMs
  let probing = false

  function open(): void {
    closed = false
    openUntil = performance.now() + coolDown
  }

  function judgeCall(verdict: Verdict): void {
    // The breaker opened after this call had started.
    if (!closed) return
    if (verdict === 'success') failuresInRow = 0
    if (verdict !== 'failure') return
    failuresInRow += 1
    if (failuresInRow >= options.failures) open()
  }

  function judgeProbe(verdict: Verdict): void {
    probing = false
    if (verdict === 'unknown') return
    if (verdict === 'success') {
      closed = true
      failuresInRow = 0
      coolDown = options.coolDownMs
      return
    }
    coolDown = Math.min(coolDown * 2, options.maxCoolDownMs)
    open()
  }

  function permit(probe: boolean, judge: (verdict: Verdict) => void): Permit {
    let settled = false
    return {
      probe,
      settle(verdict) {
        if (settled) return
        settled = true
        judge(verdict)
      },
    }
  }

  return {
    enter() {
      if (closed) return permit(false, judgeCall)
      if (probing || performance.now() < openUntil) return null
      probing = true
      return permit(true, judgeProbe)
    },
    state() {
      if (closed) return 'closed'
      return performance.now() < openUntil ? 'open' : 'half_open'
    },
    retryAfterMs: () => (closed ? 0 : Math.max(0, openUntil - performance.now())),
  }
}
