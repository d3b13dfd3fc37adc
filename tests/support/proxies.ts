import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { selfSigned } from '#tests/fakes/tls.ts'
import { type DebianServer, findServer, librariesOf, startServer } from './debian-server.ts'

/** Where files are: `home` is the proxy’s own folder, `root` its `/`. */
type Place = { home: string; root: string; port: number }

export type ProxyServer = DebianServer & {
  name: string
  /** The first example of its own manual, for the names and paths of docs/running.md. */
  example: string
  /** The language of its lines in docs/running.md. */
  language: string
  /** Puts the lines into a whole file. */
  wrap: (lines: string, place: Place) => string
  run: (file: string, place: Place) => string[]
}

const certificate = '/etc/ssl/clips.example.pem'
const key = '/etc/ssl/clips.example.key'
const both = '/etc/ssl/clips.example.both.pem'
const apacheModules = 'usr/lib/apache2/modules'
const lighttpdModules = 'usr/lib/lighttpd'

export const proxies: readonly ProxyServer[] = [
  {
    name: 'nginx',
    packages: ['nginx'],
    program: 'usr/sbin/nginx',
    // Beginner’s Guide, “Setting Up a Simple Proxy Server”.
    example: `server {
      listen 443 ssl;
      ssl_certificate ${certificate};
      ssl_certificate_key ${key};
      location / {
        proxy_pass http://localhost:3000;
      }
    }`,
    language: 'nginx',
    wrap: (lines, { home }) => `
      daemon off; user root; pid ${home}/pid; events {}
      http {
        access_log off;
        ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
          .map((kind) => `${kind}_temp_path ${home}/${kind};`)
          .join(' ')}
        ${lines}
      }`,
    run: (file, { home }) => ['-c', file, '-p', home, '-e', 'stderr'],
  },
  {
    name: 'Apache',
    packages: ['apache2-bin'],
    program: 'usr/sbin/apache2',
    files: [apacheModules],
    // Reverse Proxy Guide, “Simple reverse proxying”.
    example: `<VirtualHost *:443>
      SSLEngine on
      SSLCertificateFile ${certificate}
      SSLCertificateKeyFile ${key}
      ProxyPass "/" "http://127.0.0.1:3000/"
      ProxyPassReverse "/" "http://127.0.0.1:3000/"
    </VirtualHost>`,
    language: 'apache',
    wrap: (lines, { home, root, port }) => `
      ServerRoot ${home}
      DefaultRuntimeDir ${home}
      PidFile ${home}/pid
      ErrorLog ${home}/error.log
      ServerName localhost
      User daemon
      Group daemon
      Listen 127.0.0.1:${port}
      ${['mpm_event', 'authz_core', 'proxy', 'proxy_http', 'ssl']
        .map((name) => `LoadModule ${name}_module ${root}/${apacheModules}/mod_${name}.so`)
        .join('\n')}
      ${lines}`,
    run: (file) => ['-D', 'FOREGROUND', '-f', file],
  },
  {
    name: 'HAProxy',
    packages: ['haproxy'],
    program: 'usr/sbin/haproxy',
    // Configuration Manual, 2.7 “Examples”.
    example: `global
        daemon
        maxconn 256

    defaults
        mode http
        timeout connect 5000ms
        timeout client 50000ms
        timeout server 50000ms

    frontend http-in
        bind *:443 ssl crt ${both}
        default_backend servers

    backend servers
        server server1 127.0.0.1:3000 maxconn 32`,
    language: 'haproxy',
    wrap: (lines) => lines,
    run: (file) => ['-db', '-f', file],
  },
  {
    name: 'Caddy',
    packages: ['caddy'],
    program: 'usr/bin/caddy',
    // Quick-start, “Reverse proxy”.
    example: 'clips.example {\n\treverse_proxy localhost:3000\n}\n',
    language: 'caddyfile',
    wrap: (lines) =>
      `{\n\tadmin off\n\tauto_https disable_redirects\n\tgrace_period 1s\n}\n${lines.replace(
        'localhost {',
        `https://localhost:443 {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}`,
      )}`,
    run: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
  {
    name: 'lighttpd',
    packages: ['lighttpd', 'lighttpd-mod-openssl'],
    program: 'usr/sbin/lighttpd',
    files: [`${lighttpdModules}/mod_openssl.so`],
    // Docs_ModProxy, “Using lighttpd + mod_proxy”.
    example: `server.modules += ( "mod_openssl", "mod_proxy" )
    $SERVER["socket"] == ":443" {
      ssl.engine = "enable"
      ssl.pemfile = "${both}"
    }
    $HTTP["host"] == "clips.example" {
      proxy.server = ( "" => ( ( "host" => "127.0.0.1", "port" => 3000 ) ) )
    }`,
    language: 'lighttpd',
    // Its own socket, which the lines leave out, would be at port 80.
    wrap: (lines, { home }) => `server.document-root = "${home}"
      server.bind = "${home}/unused.socket"
      ${lines}`,
    run: (file, { root }) => ['-D', '-f', file, '-m', path.join(root, lighttpdModules)],
  },
]

/** Why tests behind a proxy can’t run, or null. */
export function absenceOf(proxy: ProxyServer): string | null {
  if (findServer(proxy) !== null) return null
  return `${proxy.name} not found. On Debian: apt-get install ${proxy.packages.join(' ')}`
}

/** The lines that docs/running.md has for a proxy. */
export function linesOfManual({ language, name }: ProxyServer): string {
  const fence = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm')
  const [, lines] = fence.exec(readFileSync('docs/running.md', 'utf8')) ?? []
  if (lines === undefined) throw new Error(`docs/running.md has no lines for ${name}`)
  return lines
}

/** Starts a proxy with https on this machine alone, in front of the app at another port. */
export async function startProxy(proxy: ProxyServer, lines: string, port: number, appPort: number) {
  const root = findServer(proxy)
  if (root === null) throw new Error(`${proxy.name} isn’t here`)
  const home = mkdtempSync(path.join(tmpdir(), 'cleanclip-proxy-'))
  const place = { home, root, port }
  const { cert, key: privateKey } = selfSigned()
  mkdirSync(path.join(home, 'ssl'))
  for (const [name, text] of [
    [certificate, cert],
    [key, privateKey],
    [both, cert + privateKey],
  ] as const) {
    writeFileSync(path.join(home, name.replace('/etc/', '')), text)
  }
  const file = path.join(home, 'config')
  const text = proxy
    .wrap(lines.replaceAll(/(?<!\/)clips\.example/g, 'localhost'), place)
    .replaceAll('/etc/ssl', `${home}/ssl`)
    .replaceAll('localhost:443', `localhost:${port}`)
    .replaceAll(/\*?:443\b|(?<=listen )443\b/g, `127.0.0.1:${port}`)
    .replaceAll(/(?<=(?:127\.0\.0\.1:|localhost:|"port" => ))3000\b/g, String(appPort))
  writeFileSync(file, `${text}\n`)
  const env = { HOME: home, ...librariesOf(root) }
  const command = path.join(root, proxy.program)
  const server = await startServer(command, proxy.run(file, place), port, env)
  return {
    cert,
    async close() {
      await server.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
