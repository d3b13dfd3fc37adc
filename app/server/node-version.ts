/**
 * Ends a process on a Node that is too old before the database's addon does, without a word: by
 * hand one easily takes the machine's own instead of the one that the project brings.
 */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 22)) {
  process.stderr.write(
    `Cleanclip needs Node 22.22 or newer, and this is ${process.version}. The project brings one:\n` +
      '  npm start, or node_modules/.bin/node build/server/server.js\n',
  )
  process.exit(1)
}

export {}
