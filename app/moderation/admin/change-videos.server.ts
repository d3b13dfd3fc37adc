import { data, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { untitledPost } from '#app/download/platforms/platform-key.ts'
import { backOrStay, statusFields, undoForm } from '#app/http/back-or-stay.server.ts'
import { intents } from '#app/http/intents.server.ts'
import { badRequest } from '#app/http/refusals.ts'
import { countText } from '#app/i18n/count-text.ts'
import { findPosts } from '#app/moderation/post-list.server.ts'
import {
  moderatePosts,
  type PostChange,
  type PostChangeResult,
  restoreStatuses,
} from '#app/moderation/post-moderation.server.ts'
import { creatorOfKey } from '#app/posts/blocked-creators.server.ts'
import { blockCreator, ModerationReason, unblockCreator } from '#app/posts/blocking.server.ts'
import { creatorName } from '#app/posts/creator-name.ts'
import { isKey } from '#app/posts/key-form.ts'
import { blockedCreatorsPath, videosPath } from './post-hrefs.ts'
import { changeTexts, postName, refusalText } from './post-texts.ts'

const PostId = z.string().refine(isKey)
/** Max posts per change: as many as a page of the list shows. */
export const PostIds = z.array(PostId).min(1).max(200)

const IdsOfStatus = z.array(PostId).max(200)
const IdsByStatus = z.object({ active: IdsOfStatus, flagged: IdsOfStatus, removed: IdsOfStatus })

type Sent = { context: Readonly<RouterContextProvider> }

/** For a page that stays: the posts left unchanged, and the problem with the reason. */
export type ChangeAnswer = { refused: string[]; problem?: string; typed?: string }

const allDone: ChangeAnswer = { refused: [] }

/** Actions of the list's sheet and of Undo. Without JavaScript, other pages ask for the reason. */
export const changeVideos = intents({
  flag: (form, sent: Sent) => changePosts('flag', form, sent),
  remove: (form, sent: Sent) => changePosts('remove', form, sent),
  restore: (form, sent: Sent) => changePosts('restore', form, sent),
  block: (form, sent: Sent) => changeCreator(true, form, sent),
  unblock: (form, sent: Sent) => changeCreator(false, form, sent),
  undo,
})

/** Answers 400 with the reason as typed: it is missing or too long. */
function refusedReason(form: FormData) {
  const typed = String(form.get('reason') ?? '').slice(0, 4000)
  const problem = 'Say why, in at most 1,000 characters.'
  const answer: ChangeAnswer = { problem, typed, refused: form.getAll('id').map(String) }
  return data(answer, { status: 400 })
}

/** Changes the posts that the form's fields `id` name, for the reason in it. */
export async function changePosts(change: PostChange, form: FormData, { context }: Sent) {
  const ids = PostIds.safeParse(form.getAll('id'))
  if (!ids.success) return backOrStay(form, videosPath, allDone)
  const reason = ModerationReason.safeParse(form.get('reason'))
  if (!reason.success) return refusedReason(form)
  const result = await moderatePosts(change, ids.data, reason.data, actorOf(context))
  const { flash } = context.get(sessionContext)
  const undo = undoForm(form, videosPath, [['intent', 'undo'], ...statusFields(result.was)])
  for (const { kind, text } of await messages(result, change)) {
    await flash(kind, text, kind === 'success' ? undo : undefined)
  }
  const answer: ChangeAnswer = { refused: result.refused.map(({ postId }) => postId) }
  return backOrStay(form, videosPath, answer)
}

/** Blocks or unblocks the creator in the form's field `creator`, for the reason in it. */
export async function changeCreator(isBlocked: boolean, form: FormData, { context }: Sent) {
  const creator = await creatorOfKey(String(form.get('creator') ?? ''))
  if (creator === null) return backOrStay(form, blockedCreatorsPath, allDone)
  const reason = ModerationReason.safeParse(form.get('reason'))
  if (!reason.success) return refusedReason(form)
  const change = isBlocked ? blockCreator : unblockCreator
  const changed = await change(creator, reason.data, actorOf(context))
  const { flash } = context.get(sessionContext)
  const undo = undoForm(form, videosPath, [
    ['intent', isBlocked ? 'unblock' : 'block'],
    ['creator', creator],
    ['reason', 'Undone by the operator'],
  ])
  const state = isBlocked ? 'blocked' : 'not blocked'
  if (changed) await flash('success', `${creatorName(creator)} is ${state} now.`, undo)
  else await flash('info', `${creatorName(creator)} was ${state} already.`)
  return backOrStay(form, blockedCreatorsPath, allDone)
}

/** Gives posts the statuses back that they had before a change: ids in fields named by status. */
async function undo(form: FormData, { context }: Sent) {
  const read = IdsByStatus.safeParse({
    active: form.getAll('active'),
    flagged: form.getAll('flagged'),
    removed: form.getAll('removed'),
  })
  if (!read.success) throw badRequest()
  const { changed, held } = await restoreStatuses(read.data, actorOf(context))
  const { flash } = context.get(sessionContext)
  if (changed.length > 0) {
    const are = changed.length === 1 ? 'is as it was' : 'are as they were'
    await flash('success', `Undone. ${countText(changed.length, 'video')} ${are} before.`)
  }
  if (held.length > 0) {
    const are = held.length === 1 ? 'is' : 'are'
    await flash('error', `${countText(held.length, 'video')} ${are} blocked by an approved report.`)
  } else if (changed.length === 0) await flash('info', 'There was nothing left to undo.')
  const answer: ChangeAnswer = { refused: held }
  return backOrStay(form, videosPath, answer)
}

export async function namesOf(postIds: string[]): Promise<(postId: string) => string> {
  const names = new Map((await findPosts(postIds)).map((post) => [post.postId, postName(post)]))
  return (postId) => names.get(postId) ?? untitledPost(postId)
}

async function messages({ changed, refused }: PostChangeResult, change: PostChange) {
  const names = await namesOf([...changed, ...refused.map(({ postId }) => postId)])
  const [first, ...others] = changed
  const many = `${countText(changed.length, 'video')} are`
  const what = first !== undefined && others.length === 0 ? `${names(first)} is` : many
  const done = { kind: 'success' as const, text: `${what} ${changeTexts[change].done}.` }
  return [
    ...(changed.length > 0 ? [done] : []),
    ...refused.slice(0, 5).map(({ postId, problem }) => ({
      kind: 'error' as const,
      text: `${names(postId)} ${refusalText(problem, change)}.`,
    })),
  ]
}
