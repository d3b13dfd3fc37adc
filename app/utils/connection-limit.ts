const most = 20_000

/**
 * How many connections may be open at once where a process may have so many files open (`Max open
 * files` of Linux's `/proc/self/limits`). A quarter stays free for what visitors do not open: the
 * database, upstream connections, audio processes. Without such a text the system's limit is not
 * known.
 */
export function connectionLimit(limits: string | null): number {
  const [, files] = /^Max open files +(\d+)/m.exec(limits ?? '') ?? []
  return files === undefined ? most : Math.min(most, Math.floor(Number(files) * 0.75))
}
