const most = 20_000
const mostOfOne = 500

/**
 * Returns how many connections can be open at once, by the process's limit of open files (`Max open
 * files` in Linux's `/proc/self/limits`). A quarter is left for the database, upstream connections and
 * audio processes. Without that line the system's limit is unknown.
 */
export function connectionLimit(limits: string | null): number {
  const [, files] = /^Max open files +(\d+)/m.exec(limits ?? '') ?? []
  return files === undefined ? most : Math.min(most, Math.floor(Number(files) * 0.75))
}

/**
 * Returns how many of them one client can have. A browser opens six, and a large office or a mobile
 * network can be one client. It takes eight clients to use up all of them.
 */
export function clientConnectionLimit(all: number): number {
  return Math.min(mostOfOne, Math.floor(all / 8))
}
