import { Flag, Trash2, Undo2, UserCheck, UserX } from 'lucide-react'
import type { ListedPost } from '#app/moderation/post-list.server.ts'

/** The changes for which a post's sheet asks for a reason: each with its key and its button. */
export const formTexts = {
  flag: {
    Icon: Flag,
    key: 'F',
    submit: 'Flag',
    danger: false,
  },
  remove: {
    Icon: Trash2,
    key: 'R',
    submit: 'Remove',
    danger: true,
  },
  restore: {
    Icon: Undo2,
    key: 'A',
    submit: 'Restore',
    danger: false,
  },
  block: {
    Icon: UserX,
    key: 'B',
    submit: 'Block creator',
    danger: true,
  },
  unblock: {
    Icon: UserCheck,
    key: 'B',
    submit: 'Unblock creator',
    danger: false,
  },
}
export type SheetForm = keyof typeof formTexts
export const sheetForms = Object.keys(formTexts) as SheetForm[]

export function formsFor({
  status,
  authorKey,
  authorBlocked,
}: Pick<ListedPost, 'status' | 'authorKey' | 'authorBlocked'>): SheetForm[] {
  const forms: SheetForm[] = [status === 'active' ? 'flag' : 'restore']
  if (status !== 'removed') forms.push('remove')
  if (authorKey !== null) forms.push(authorBlocked ? 'unblock' : 'block')
  return forms
}

export function formLabel(form: SheetForm): string {
  return form === 'flag' ? 'Flag Content' : formTexts[form].submit
}
