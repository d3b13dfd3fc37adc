/**
 * Exits with a message if Node is too old, since the database addon would crash without one. It is
 * easy to run the machine's own Node instead of the project's.
 */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 22)) {
  process.stderr.write(
    `Cleanclip needs Node 22.22 or newer, and this is ${process.version}. The project brings one:\n` +
      '  npm start or npm run dev; by hand, node_modules/.bin/node instead of node\n',
  )
  process.exit(1)
}

export {}
