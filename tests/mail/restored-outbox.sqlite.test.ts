// @module-tag process
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { addUser, openDatabase, password } from '#tests/support/accounts.ts'
import { forgetPassword, outbox, press, settled, startMailWorld } from './mail-world.ts'

const world = startMailWorld()
const ann = 'ann@site.example'

describe('after a restore', () => {
  test('emails queued in the backup and sent since aren’t sent again, new ones are', async () => {
    await addUser(world.db, { email: ann, name: 'Ann', role: 'user' })
    world.mail.fault = 'greylist'
    await forgetPassword(world, ann)
    const { id } = await settled(world, 'waiting', 1)
    const backups = path.join(world.app.dataDir, 'backups')
    mkdirSync(backups, { recursive: true })
    const name = 'cleanclip-20260101-000001.db'
    await world.db.run('vacuum into ?', path.join(backups, name))
    world.mail.fault = null
    await press(world, 'retry', [id])
    await settled(world, 'sent', 2)

    // A program that has the database open keeps it from being replaced.
    await world.db.close()
    const target = `/admin/settings/database/restore/${name}`
    const restored = await world.browser.post(target, { ownPassword: password })
    expect(restored.headers.get('location')).toBe('/admin/login?message=restored')
    world.db = openDatabase(world.app)
    expect(await outbox(world)).toEqual([])
    await forgetPassword(world, 'op@site.example')
    await world.mail.mail(({ envelope }) => envelope.to[0] === 'op@site.example')
    expect(world.mail.received.filter(({ envelope }) => envelope.to[0] === ann)).toHaveLength(1)
  })
})
