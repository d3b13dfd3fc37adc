/**
 * The rules of import between the rooms of `app/`; docs/architecture.md lists the rooms.
 * A rule that is broken fails `npm test`, and names both files.
 */

/** A room's rules may use the rooms further down here than itself, and the ground. */
const order = [
  ['audit'],
  ['posts'],
  ['settings'],
  ['mail'],
  ['accounts', 'backlinks', 'contact', 'newsletter'],
  ['analytics'],
  ['download'],
  ['dmca'],
  ['moderation'],
  ['operations'],
]
const rooms = order.flat()
const ground = [
  'ui',
  'lists',
  'http',
  'outbound',
  'secrets',
  'observe',
  'processes',
  'time',
  'i18n',
]
/** Pages of the site and the frame of the back office put the rooms together. */
const roofs = ['pages', 'admin']

const any = (names) => `(?:${names.join('|')})`
/** Folders inside a room that hold what browsers see; everything else in it is rules. */
const web = '\\b.*/(?:routes|admin|sign-in|own-account|ui|browser)/'
const screens = '\\b.*/(?:routes|admin|sign-in|own-account)/'
const rulesOf = (room) => ({ path: `^app/${room}/`, pathNot: `^app/${room}${web}` })

/** What works on the database's file itself, and knows that it is SQLite's. */
const aboutTheFile = [
  '^app/(?:server|cli)/',
  '^app/env\\.server\\.ts$',
  '^app/observe/(?:database-process|write-ahead-log)\\.server\\.ts$',
  '^app/operations/backups/[^/]+\\.server\\.ts$',
]

/** What takes one engine or the other, or both. */
const choosers = ['^db/(?:engine|settings-reader|move/index)\\.ts$']

const upward = order.flatMap((level, index) =>
  level.map((room) => ({
    name: `${room}-uses-lower-rooms-only`,
    comment: `Rules of ${room} use only rooms below it: ${order.slice(0, index).flat().join(', ') || 'none'}.`,
    severity: 'error',
    from: rulesOf(room),
    to: {
      path: `^app/${any([...order.slice(index).flat(), ...roofs].filter((name) => name !== room))}/`,
    },
  })),
)

export default {
  forbidden: [
    ...upward,
    {
      name: 'rules-know-no-screens',
      comment: 'Rules and SQL of a room never import its screens or React.',
      severity: 'error',
      from: rulesOf(any(rooms)),
      to: { path: [`^app/${any(rooms)}${web}`, '^app/ui/', 'node_modules/react(?:-dom)?/'] },
    },
    {
      name: 'rules-know-no-router',
      comment: 'Requests and answers of the router are for routes, screens and middleware.',
      severity: 'error',
      from: {
        path: `^app/${any(rooms)}/`,
        pathNot: [`^app/${any(rooms)}${web}`, `^app/${any(rooms)}/middleware/`],
      },
      to: { path: 'node_modules/react-router/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'ground-knows-no-product',
      severity: 'error',
      from: { path: `^app/${any(ground)}/` },
      to: { path: `^app/${any([...rooms, ...roofs])}/` },
    },
    {
      name: 'screens-stay-in-their-room',
      comment: 'Other rooms offer their root and their ui/, never their routes or screens.',
      severity: 'error',
      from: { path: `^app/([^/]+)/` },
      to: { path: `^app/${any([...rooms, ...roofs])}${screens}`, pathNot: '^app/$1/' },
    },
    {
      name: 'roof-is-not-imported',
      comment: 'Only the entries at the top of app/ start the server and the commands.',
      severity: 'error',
      from: { path: '^(?:app|db)/', pathNot: '^app/(?:server|cli)/|^app/entry\\.server\\.tsx$' },
      to: { path: '^app/(?:server|cli)/' },
    },
    {
      name: 'top-is-not-imported',
      severity: 'error',
      from: { path: '^app/[^/]+/' },
      to: { path: '^app/[^/]+\\.tsx?$', pathNot: '^app/env\\.server\\.ts$' },
    },
    {
      name: 'sql-in-rules-only',
      comment: 'SQL is written in a room’s *.server.ts, in lists/ and in db/.',
      severity: 'error',
      from: {
        path: '^app/',
        pathNot: [
          `^app/${any([...rooms, ...ground, ...roofs])}/.*\\.server\\.tsx?$`,
          '^app/(?:server|cli)/',
          '^app/(?:entry|env)\\.server\\.tsx?$',
        ],
      },
      to: {
        path: ['^db/', 'node_modules/(?:kysely|better-sqlite3|pg)/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'sqlite-behind-the-engine',
      comment:
        'The rooms use a database through db/engine.ts. Only what is about its file knows SQLite: backups, its log, the checks before the start, and commands.',
      severity: 'error',
      from: { path: '^(?:app|db)/', pathNot: ['^db/sqlite/', ...choosers, ...aboutTheFile] },
      to: { path: '^db/sqlite/' },
    },
    {
      name: 'postgres-behind-the-engine',
      severity: 'error',
      from: { path: '^(?:app|db)/', pathNot: ['^db/postgres/', ...choosers] },
      to: { path: '^db/postgres/' },
    },
    {
      name: 'drivers-in-their-engine',
      comment: 'A database driver is imported only in the folder of its engine.',
      severity: 'error',
      // The lock of the folder `build` is no database.
      from: { path: '^(?:app|db)/', pathNot: ['^db/sqlite/', '^app/cli/build-lock\\.ts$'] },
      to: { path: 'node_modules/better-sqlite3/' },
    },
    {
      name: 'pg-in-its-engine',
      comment: 'It is loaded where DATABASE_URL asks for it.',
      severity: 'error',
      from: { path: '^(?:app|db)/', pathNot: '^db/postgres/' },
      to: { path: 'node_modules/pg/' },
    },
    {
      name: 'pg-on-demand',
      comment: 'A database that is a file has no use for it.',
      severity: 'error',
      from: { path: '^db/postgres/' },
      to: {
        path: 'node_modules/pg/',
        dependencyTypesNot: ['type-only', 'dynamic-import'],
      },
    },
    {
      name: 'no-circle',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-circle-between-rooms',
      severity: 'error',
      from: { path: '^app/([^/]+)/' },
      to: { circular: true, via: { pathNot: '^app/$1/' } },
    },
    {
      name: 'no-drawer',
      comment: 'Every file has a room: there is no utils, lib, helpers or common.',
      severity: 'error',
      from: {
        path: '^app/[^/]+/',
        pathNot: `^app/(?:css|fonts|${[...rooms, ...ground, ...roofs, 'server', 'cli'].join('|')})/`,
      },
      to: {},
    },
    {
      name: 'no-orphan',
      comment: 'Every file is imported; the development server’s pages load theirs by its address.',
      severity: 'error',
      from: { orphan: true, pathNot: ['\\.d\\.ts$', '^app/server/dev-client\\.ts$'] },
      to: {},
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js'],
      conditionNames: ['import', 'node', 'default'],
      exportsFields: ['exports'],
    },
  },
}
