const most = 20_000
const mostOfOne = 500

/**
 * How many connections can be open at once where a process can have so many files open (`Max open
 * files` of Linux's `/proc/self/limits`). A quarter stays free for what visitors do not open: the
 * database, upstream connections, audio processes. Without such a text the system's limit is not
 * known.
 */
export function connectionLimit(limits: string | null): number {
  const [, files] = /^Max open files +(\d+)/m.exec(limits ?? '') ?? []
  return files === undefined ? most : Math.min(most, Math.floor(Number(files) * 0.75))
}

/**
 * How many of them one client can have. A browser opens six, and a large office or a mobile network
 * can be one client; eight clients are needed to use up all.
 */
export function clientConnectionLimit(all: number): number {
  return Math.min(mostOfOne, Math.floor(all / 8))
}
