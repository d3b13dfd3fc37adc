/**
 * Ends the process with a text if its Node is too old; the database's addon would end it without
 * one. By hand it is easy to take the machine's Node instead of the one that the project brings.
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
