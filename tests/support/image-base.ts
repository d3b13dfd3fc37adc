import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

/**
 * A base image in place of `node:26-trixie-slim`, for machines that reach no registry of images:
 * the programs that the Dockerfile and npm call, with their libraries, the Node that runs the tests,
 * and this machine's npm.
 */

const programs = ['sh', 'env', 'chmod', 'chown', 'find', 'install', 'rm']

function inPath(name: string): string | null {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file)) ?? null
}

/** The folder of this machine's npm; null without one that has all of its own packages. */
export function npmPackage(): string | null {
  const npm = inPath('npm')
  if (npm === null) return null
  const folder = path.dirname(path.dirname(realpathSync(npm)))
  return existsSync(path.join(folder, 'node_modules')) ? folder : null
}

/** Returns the base's files as a tar archive, which is made in the given folder. */
export function makeBase(folder: string): string {
  const root = path.join(folder, 'base')
  const inRoot = (file: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    return path.join(root, file)
  }
  const files = programs.map((name) => inPath(name) ?? `/bin/${name}`)
  for (const file of files) copyFileSync(file, inRoot(`bin/${path.basename(file)}`))
  symlinkSync('../../bin/env', inRoot('usr/bin/env'))
  copyFileSync(process.execPath, inRoot('usr/local/bin/node'))
  const npm = npmPackage()
  if (npm === null) throw new Error('There is no npm')
  cpSync(npm, inRoot('usr/local/lib/node_modules/npm'), { recursive: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', inRoot('usr/local/bin/npm'))
  // Those of the packages that build the app too.
  const native = globSync('node_modules/{,@*/}*-linux-*-gnu/*.node')
  for (const file of librariesOf([...files, process.execPath, ...native])) {
    copyFileSync(file, inRoot(file))
  }
  const home = '/home/node'
  const users = `root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::${home}:/bin/sh\n`
  writeFileSync(inRoot('etc/passwd'), users)
  writeFileSync(inRoot('etc/group'), 'root:x:0:\nnode:x:1000:\n')
  for (const name of ['tmp', 'root', home]) mkdirSync(path.join(root, name), { recursive: true })
  chmodSync(path.join(root, 'tmp'), 0o1777)
  const archive = path.join(folder, 'base.tar')
  const args = ['--owner=0', '--group=0', '--create', '--file', archive, '--directory', root, '.']
  const { status, stderr } = spawnSync('tar', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return archive
}

function librariesOf(files: string[]): Set<string> {
  const { stdout } = spawnSync('ldd', files, { encoding: 'utf8' })
  return new Set([...stdout.matchAll(/(\/\S+) \(0x/g)].map(([, file = '']) => file))
}

/**
 * Mounts that give npm in a build this machine's settings and cache, so that it installs from
 * wherever npm does here. Nothing of them is in the image.
 */
export function npmMounts(folder: string): string[] {
  const keys = ['registry', 'cafile', 'proxy', 'https-proxy', 'noproxy', 'cache']
  const files = ['userconfig', 'globalconfig']
  const { stdout } = spawnSync('npm', ['config', 'get', ...keys, ...files], { encoding: 'utf8' })
  const settings = new Map(
    stdout.split('\n').flatMap((line): [string, string][] => {
      const [, key = '', value = ''] = /^([a-z-]+)=(.+)$/.exec(line.trim()) ?? []
      return value === '' || value === 'null' ? [] : [[key, value]]
    }),
  )
  const [user = '', global = ''] = files.map((key) => settings.get(key))
  const own = path.join(folder, 'npmrc')
  const set = keys.flatMap((key) => (settings.has(key) ? [`${key}=${settings.get(key)}`] : []))
  const before = existsSync(global) ? readFileSync(global, 'utf8') : ''
  writeFileSync(own, `${before}\n${set.join('\n')}\n`, { mode: 0o600 })
  const mounts = [`${own}:/usr/local/etc/npmrc:ro`]
  if (existsSync(user)) mounts.push(`${user}:/root/.npmrc:ro`)
  const [cafile, cache] = [settings.get('cafile'), settings.get('cache')]
  if (cafile !== undefined) mounts.push(`${cafile}:${cafile}:ro`)
  if (cache !== undefined) {
    mkdirSync(cache, { recursive: true })
    mounts.push(`${cache}:${cache}`)
  }
  return mounts
}
