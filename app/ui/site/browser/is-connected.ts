const patienceMs = 15_000

/**
 * Asks the server whether a form would arrive. Devices report a connection that leads nowhere, such
 * as one to a router without a line, and some report none while they have one.
 */
export function isConnected(): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, patienceMs, false))
  const answer = fetch('/health').then(
    () => true,
    () => false,
  )
  return Promise.race([answer, late])
}
