// @module-tag whole
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

type Violation = { rule: { name: string }; from: string; to: string }
type Cruise = { summary: { violations: Violation[] } }

/** Checks the imports of a project's `app` with the rules of this one. */
function cruise(project: string): Violation[] {
  const { stdout, stderr } = spawnSync(
    path.resolve('node_modules/.bin/depcruise'),
    ['app', '--config', 'lint/rooms.js', '--output-type', 'json'],
    { cwd: project, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 },
  )
  expect(stdout, stderr).toContain('"summary"')
  return (JSON.parse(stdout) as Cruise).summary.violations
}

const good = 'export const a = 1\n'

/** A file of each kind, and an import that it must not have. */
const wrong: Record<string, { file: string; code: string }> = {
  'audit-rules-imports-from-below': {
    file: 'app/audit/a.server.ts',
    code: "export { a } from '#app/accounts/user.server.ts'",
  },
  'posts-rules-imports-from-below': {
    file: 'app/posts/a.server.ts',
    code: "export type { a } from '#app/settings/settings.server.ts'",
  },
  'download-rules-imports-from-below': {
    file: 'app/download/a.server.ts',
    code: "export { a } from './ui/card.tsx'",
  },
  'rules-know-no-router': {
    file: 'app/mail/a.server.ts',
    code: "export { redirect } from 'react-router'",
  },
  'rules-know-no-screens': {
    file: 'app/mail/c.server.ts',
    code: "export { a } from '#app/ui/a.tsx'",
  },
  'environment-imports-from-below': {
    file: 'app/env.server.ts',
    code: "export { a } from '#app/time/days.ts'",
  },
  'http-whole-imports-from-below': {
    file: 'app/http/a.ts',
    code: "export { a } from '#app/ui/a.tsx'",
  },
  'accounts-rules-imports-from-below': {
    file: 'app/accounts/a.server.ts',
    code: "export { a } from './middleware/a.server.ts'",
  },
  'accounts-ui-imports-from-below': {
    file: 'app/accounts/ui/a.tsx',
    code: "export { a } from '../admin/a.tsx'",
  },
  'dmca-screens-imports-from-below': {
    file: 'app/dmca/admin/keys.ts',
    code: "export { a } from '#app/admin/palette/key.ts'",
  },
  'ui-whole-imports-from-below': {
    file: 'app/ui/a.tsx',
    code: "export { a } from '#app/download/save/save.server.ts'",
  },
  'screens-stay-in-their-room': {
    file: 'app/accounts/admin/a.tsx',
    code: "export { a } from '#app/dmca/admin/report.tsx'",
  },
  'roof-is-not-imported': {
    file: 'app/system/a.server.ts',
    code: "export { a } from '#app/server/main.ts'",
  },
  'top-is-not-imported': {
    file: 'app/pages/a.tsx',
    code: "export { a } from '#app/root.tsx'",
  },
  'sql-in-rules-only': {
    file: 'app/accounts/admin/b.tsx',
    code: "export { sql } from 'kysely'",
  },
  'sqlite-behind-the-engine': {
    file: 'app/mail/b.server.ts',
    code: "export { a } from '#db/sqlite/open.ts'",
  },
  'drivers-in-their-engine': {
    file: 'app/cli/a.ts',
    code: "export type { Database } from 'better-sqlite3'",
  },
  'no-circle': {
    file: 'app/time/a.ts',
    code: "import { c } from './c.ts'\nexport const b = c",
  },
  'no-orphan': { file: 'app/time/alone.ts', code: good },
  'no-drawer': { file: 'app/utils/a.ts', code: "export { a } from '#app/time/days.ts'" },
}

test('an import that runs against the order of the rooms fails the check', () => {
  const project = mkdtempSync(path.join(tmpdir(), 'cleanclip-rooms-'))
  try {
    const write = (file: string, code: string) => {
      mkdirSync(path.dirname(path.join(project, file)), { recursive: true })
      writeFileSync(path.join(project, file), code)
    }
    cpSync('lint', path.join(project, 'lint'), { recursive: true })
    symlinkSync(path.resolve('node_modules'), path.join(project, 'node_modules'))
    write(
      'package.json',
      JSON.stringify({ type: 'module', imports: { '#app/*': './app/*', '#db/*': './db/*' } }),
    )
    for (const { file, code } of Object.values(wrong)) write(file, code)
    for (const file of [
      'app/accounts/user.server.ts',
      'app/settings/settings.server.ts',
      'app/download/ui/card.tsx',
      'app/download/save/save.server.ts',
      'app/dmca/admin/report.tsx',
      'app/server/main.ts',
      'app/accounts/middleware/a.server.ts',
      'app/admin/palette/key.ts',
      'app/root.tsx',
      'app/time/days.ts',
      'db/sqlite/open.ts',
    ]) {
      write(file, good)
    }
    write('app/time/c.ts', "import { b } from './a.ts'\nexport const c = b")
    const violations = cruise(project)
    for (const [name, { file }] of Object.entries(wrong)) {
      const found = violations.filter(({ rule }) => rule.name === name).map(({ from }) => from)
      expect(found, name).toContain(file)
    }
    const rightFiles = ['app/accounts/user.server.ts', 'app/download/save/save.server.ts']
    const blamed = violations.map(({ from }) => from)
    for (const file of rightFiles) expect(blamed).not.toContain(file)
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
})
