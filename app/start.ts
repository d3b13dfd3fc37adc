/** `npm start`: builds the app if its sources have changed, then is the server. */
import './build.ts'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

await import(pathToFileURL(path.resolve('build/server/server.js')).href)
