/** Formats a wait, rounded up: `45 seconds`, `2 minutes`. */
export function waitText(seconds: number): string {
  const [count, unit] =
    seconds < 90 ? [Math.ceil(seconds), 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
