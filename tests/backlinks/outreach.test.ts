// @module-tag process
import { describe, expect, test } from 'vitest'
import { html } from '#tests/fakes/web-site.ts'
import { backlinksOf, path, startBacklinkWorld } from './backlink-world.ts'

const world = startBacklinkWorld()
const { add, flashes, row, rows } = backlinksOf(world)

describe('outreach', () => {
  const campaigns = `${path}/campaigns`
  const today = new Date().toISOString().slice(0, 10)

  async function start(name = 'Spring'): Promise<string> {
    const answer = await world.browser.post(campaigns, {
      name,
      templateId: 'guest-post',
      notes: '',
    })
    expect(answer.status).toBe(302)
    return answer.headers.get('location') ?? ''
  }
  const prospect = {
    intent: 'add',
    site: 'https://www.blog.example/about',
    contactName: 'Ann Archer',
    contactEmail: 'ann@blog.example',
    templateId: 'guest-post',
    notes: '',
  }
  async function addProspect(campaign: string, more: Partial<typeof prospect> = {}) {
    const answer = await world.browser.post(campaign, { ...prospect, ...more })
    expect(answer.status).toBe(302)
    return `${path}/prospects/${(await row('select max(id) as id from outreach_prospects'))?.id}`
  }

  test('from prospect to backlink: due, emailed, followed up, won', async () => {
    const campaign = await start()
    const ann = await addProspect(campaign)
    expect(await row('select site, state, next_action_at from outreach_prospects')).toEqual({
      site: 'blog.example',
      state: 'prospect',
      next_action_at: Date.parse(today),
    })
    expect(await world.browser.html(path)).toContain('Outreach (1 due)')
    expect(await world.browser.html('/admin/notifications')).toContain('A follow-up is due')
    const first = await world.browser.html(`${ann}/email`)
    expect(first).toContain('Hi Ann,')
    expect(first).toContain('An article for blog.example:')
    expect(first).toContain(world.app.origin)

    await world.browser.post(ann, { intent: 'contacted', nextAction: '' })
    const week = Date.parse(today) + 7 * 86_400_000
    expect(await row('select state, next_action_at from outreach_prospects')).toEqual({
      state: 'contacted',
      next_action_at: week,
    })
    expect(await world.browser.html(`${path}/campaigns`)).toContain('Nothing is due.')
    expect(await world.browser.html(`${ann}/email`)).toContain('This is the last you&#x27;ll hear')
    await world.browser.post(ann, { intent: 'followed_up', nextAction: today })
    expect(await world.browser.html(path)).toContain('Outreach (1 due)')
    await world.browser.post(ann, { intent: 'replied', nextAction: '' })

    world.site.set('/won', html(`<a href="${world.app.origin}">x</a>`))
    const won = { url: `${world.site.origin}/won`, domainAuthority: '70' }
    const form = `${ann}/won`
    expect((await world.browser.post(form, { ...won, domainAuthority: '' })).status).toBe(400)
    expect((await world.browser.post(form, won)).status).toBe(302)
    const backlink = await row('select seq, contact_email from backlinks')
    expect(await row('select state, backlink_id, next_action_at from outreach_prospects')).toEqual({
      state: 'won',
      backlink_id: backlink?.seq,
      next_action_at: null,
    })
    await expect.poll(() => row('select status from backlinks')).toEqual({ status: 'active' })
  })

  test('pressing a step twice, or leaving out a day, keeps everyone on the due list', async () => {
    const ann = await addProspect(await start())
    const next = async () => (await row('select next_action_at as at from outreach_prospects'))?.at
    await world.browser.post(ann, { intent: 'contacted', nextAction: '' })
    const week = Date.parse(today) + 7 * 86_400_000
    for (const fields of [
      { intent: 'contacted', nextAction: '' },
      { intent: 'plan', nextAction: '' },
      { intent: 'plan', nextAction: '12/05/2026' },
      { intent: 'replied', nextAction: 'soon' },
    ]) {
      await world.browser.post(ann, fields)
      expect([fields, await next()]).toEqual([fields, week])
    }
    expect((await flashes(ann)).join()).toContain('enter the day of the next action')
    await world.browser.post(ann, { intent: 'plan', nextAction: '2026-05-03' })
    expect(await next()).toBe(Date.parse('2026-05-03'))
  })

  test('winning a page that’s already in the list links to it', async () => {
    const id = await add({ url: 'https://blog.example/post' })
    const ann = await addProspect(await start())
    await world.browser.post(`${ann}/won`, {
      url: 'http://blog.example/post/',
      domainAuthority: '1',
    })
    expect(await rows('select seq from backlinks')).toEqual([{ seq: id }])
    expect(await row('select backlink_id from outreach_prospects')).toEqual({ backlink_id: id })
  })

  test('no one is asked twice, in any campaign', async () => {
    await addProspect(await start('One'))
    const answer = await world.browser.post(await start('Two'), {
      ...prospect,
      site: 'blog.example',
    })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('already a prospect, in the campaign One')
    expect(
      (await world.browser.post(campaigns, { name: 'One', templateId: 'guest-post' })).status,
    ).toBe(400)
  })

  test('people who opt out get no more email', async () => {
    const campaign = await start()
    const ann = await addProspect(campaign, { site: 'news.blog.example' })
    const other = await addProspect(campaign, {
      site: 'other.example',
      contactEmail: 'x@y.example',
    })
    await world.browser.post(`${path}/opt-outs`, {
      intent: 'add',
      value: 'blog.example',
      reason: 'By mail',
    })
    expect(
      await rows('select site, state, next_action_at from outreach_prospects order by id'),
    ).toEqual([
      { site: 'news.blog.example', state: 'lost', next_action_at: null },
      { site: 'other.example', state: 'prospect', next_action_at: Date.parse(today) },
    ])
    const shown = await world.browser.html(ann)
    expect(shown).toContain('opted out of outreach')
    expect(shown).not.toContain('Write an email')
    await world.browser.post(ann, { intent: 'contacted', nextAction: today })
    expect(await row("select state from outreach_prospects where site like 'news%'")).toEqual({
      state: 'lost',
    })
    for (const refused of [
      { site: 'blog.example' },
      { site: 'third.example', contactEmail: 'bob@mail.blog.example' },
    ]) {
      expect((await world.browser.post(campaign, { ...prospect, ...refused })).status).toBe(400)
    }
    expect(
      (
        await world.browser.post(campaign, {
          ...prospect,
          site: 'notblog.example',
          contactEmail: '',
        })
      ).status,
    ).toBe(302)
    await world.browser.post(`${path}/opt-outs`, { intent: 'add', value: 'X@Y.example' })
    expect(await world.browser.html(other)).toContain('opted out of outreach')
    const wrong = { intent: 'add', value: 'nobody', reason: 'By letter' }
    expect(await (await world.browser.post(`${path}/opt-outs`, wrong)).text()).toContain(
      'By letter',
    )
    const found = await world.browser.html(`${path}/opt-outs?q=Y.exam`)
    expect([found.includes('Remove x@y.example'), found.includes('Remove blog.example')]).toEqual([
      true,
      false,
    ])
    await world.browser.post(`${path}/opt-outs`, { intent: 'remove', value: 'x@y.example' })
    expect(await world.browser.html(other)).not.toContain('opted out of outreach')
  })

  test('a closed campaign has nothing due, and a deleted one deletes its prospects', async () => {
    const campaign = await start()
    await addProspect(campaign)
    await world.browser.post(campaign, { intent: 'close' })
    expect(await world.browser.html(`${path}/campaigns`)).toContain('Nothing is due.')
    await world.browser.post(campaign, { intent: 'reopen' })
    expect(await world.browser.html(path)).toContain('Outreach (1 due)')
    const id = campaign.split('/').at(-1) ?? ''
    const asked = await world.browser.html(`${path}/outreach/delete?campaign=${id}`)
    expect(asked).toContain('Spring, with 1 prospect')
    await world.browser.post(`${path}/outreach/delete`, { kind: 'campaign', id })
    expect(await rows('select * from outreach_prospects')).toEqual([])
    const actions = await rows(
      'select action from audit_log where object_id = ? order by seq',
      `campaign-${id}`,
    )
    expect(actions.map(({ action }) => action)).toEqual([
      'campaign.created',
      'campaign.closed',
      'campaign.reopened',
      'campaign.deleted',
    ])
  })

  test('pages of deleted records answer 404', async () => {
    for (const target of [
      `${path}/999999`,
      `${path}/x`,
      `${campaigns}/999999`,
      `${path}/prospects/0`,
    ]) {
      expect((await world.browser.get(target)).status).toBe(404)
    }
  })
})
