export {}

/** Members that the driver's types leave out. */
declare module 'pg' {
  interface ClientBase {
    /** Null until it's connected, as is `secretKey`. */
    readonly processID: number | null
    readonly secretKey: number | null
    readonly sslNegotiation: string
    /** Returns what a connection begins with. */
    getStartupConf(): object
  }
  interface Connection {
    connect(portOrPath: number | string, host?: string): void
    requestSsl(): void
    cancel(processID: number | null, secretKey: number | null): void
  }
}
