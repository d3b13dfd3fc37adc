/**
 * Import rules between the rooms of `app/`; docs/architecture.md lists the rooms. A violation fails
 * `npm test`, which names both files.
 */

/** A room's rules may use the rules of rooms listed above it. */
const order = [
  ['jobs'],
  ['audit'],
  ['webhooks'],
  ['posts'],
  ['settings'],
  ['mail'],
  ['accounts', 'backlinks', 'contact', 'newsletter'],
  ['analytics'],
  ['download'],
  ['dmca'],
  ['moderation'],
  ['api'],
  ['bulk'],
  ['backups'],
  ['system'],
  ['notices'],
]
const rooms = order.flat()
const ground = [
  'environment',
  'i18n',
  'time',
  'live',
  'observe',
  'secrets',
  'http',
  'lists',
  'outbound',
  'processes',
  'ui',
  'views',
]
/** Public pages and the back office's frame combine the rooms. */
const roofs = ['pages', 'admin']

const any = (names) => `(?:${names.join('|')})`
/** The parsers of links, below the rooms since a post is named by its link. */
const links =
  '/platforms/(?:[^/]+/(?:link|did)|link|links|unread-link|platform-key|source-id)\\.ts$'
/** Folders of a room that hold what browsers show; everything else is rules. */
const web = '\\b.*/(?:routes|admin|sign-in|own-account|ui|browser)/'
const screens = '\\b.*/(?:routes|admin|sign-in|own-account)/'
/** The list of job kinds and the code that needs it: above the rooms that do the work. */
const startOfJobs = '/(?:handlers|(?:operator|start)\\.server)\\.ts$'
const parts = '\\b.*/(?:ui|browser)/'
const around = '\\b.*/middleware/'
const rulesOf = (room) => ({
  path: `^app/${room}/`,
  pathNot: [`^app/${room}${web}`, `^app/jobs${startOfJobs}`],
})

/** Kinds of storeys, as path patterns for given rooms. */
const kinds = {
  environment: () => '^app/(?:env\\.server\\.ts$|environment/)',
  db: () => '^db/(?!seed/)',
  seed: () => '^db/seed/',
  whole: (names) => `^app/${names}/`,
  rules: (names) => `^app/${names}(?!${web})(?!${around})(?!${startOfJobs})(?!${links})/`,
  links: () => `^app/download${links}`,
  handlers: () => `^app/jobs${startOfJobs}`,
  middleware: (names) => `^app/${names}${around}`,
  ui: (names) => `^app/${names}${parts}`,
  screens: (names) => `^app/${names}${screens}`,
}
const of = (kind, ...names) => names.map((room) => ({ kind, room, name: `${room}-${kind}` }))
const alone = (kind) => ({ kind, room: kind, name: kind })
/** One expression per kind: depcruise rejects longer ones. */
const pathsOf = (storeys) =>
  Object.entries(Object.groupBy(storeys, ({ kind }) => kind)).map(([kind, some]) =>
    kinds[kind](any(some.map(({ room }) => room))),
  )

/**
 * Storeys, lowest first. A file only imports from its own storey and from lower levels, so storeys
 * can't form a circle.
 */
const levels = [
  [alone('environment')],
  of('whole', 'i18n', 'time'),
  [alone('links')],
  [alone('db')],
  of('whole', 'observe', 'secrets'),
  of('whole', 'live'),
  of('whole', 'http'),
  of('whole', 'lists', 'outbound', 'processes'),
  of('rules', 'views'),
  // Every list shows its saved views, whose components are made of `ui`.
  [{ kind: 'whole', room: 'ui|views/ui', name: 'ui-whole' }],
  ...order.map((level) => of('rules', ...level)),
  [alone('handlers')],
  of('middleware', 'accounts'),
  of('middleware', 'analytics'),
  of('ui', ...rooms),
  [...of('screens', ...rooms, 'views'), ...of('whole', ...roofs)],
  [alone('seed')],
  of('whole', 'cli'),
  of('whole', 'server'),
]

const upward = levels.slice(0, -1).flatMap((level, index) =>
  level.map((storey) => ({
    name: `${storey.name}-imports-from-below`,
    severity: 'error',
    from: { path: pathsOf([storey]) },
    to: {
      path: pathsOf(
        levels
          .slice(index)
          .flat()
          .filter((other) => other !== storey),
      ),
      // A component that sends a form uses the action's type.
      ...(storey.kind === 'ui' && { dependencyTypesNot: ['type-only'] }),
    },
  })),
)

/** Code that works on the database file itself, and knows that it is SQLite. */
const aboutTheFile = [
  '^app/(?:server|cli)/',
  '^app/observe/(?:database-damage|write-ahead-log)\\.server\\.ts$',
  '^app/backups/[^/]+\\.server\\.ts$',
]

/** Code that uses one engine or the other, or both. */
const choosers = ['^db/(?:engine|settings-reader|move/index)\\.ts$']

export default {
  forbidden: [
    ...upward,
    {
      name: 'rules-know-no-screens',
      comment: 'Rules and SQL of a room never import components or React.',
      severity: 'error',
      from: rulesOf(any(rooms)),
      to: { path: ['^app/ui/', 'node_modules/react(?:-dom)?/'] },
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
      name: 'screens-stay-in-their-room',
      comment: 'Other rooms offer their root and their ui/, never their routes or screens.',
      severity: 'error',
      from: { path: `^app/([^/]+)/` },
      to: { path: `^app/${any([...rooms, ...roofs, 'views'])}${screens}`, pathNot: '^app/$1/' },
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
      // The lock of the `build` folder isn't a database.
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
