/** What a post's sheet can ask a reason for. */
export const sheetForms = ['flag', 'remove', 'restore', 'block', 'unblock'] as const
export type SheetForm = (typeof sheetForms)[number]

/** The texts of each form, with common reasons that a press fills in. `{creator}` is the handle. */
export const formTexts: Record<
  SheetForm,
  { title: string; text: string; submit: string; danger: boolean; reasons: string[] }
> = {
  flag: {
    title: 'Flag for review',
    text: 'Visitors can still download it. You’re reminded of it until it is removed or restored.',
    submit: 'Flag',
    danger: false,
    reasons: ['Possible copyright issue', 'Possible privacy issue', 'Reported by a visitor'],
  },
  remove: {
    title: 'Remove',
    text: 'No one can look it up or download it here, and running downloads are cut off. You can restore it.',
    submit: 'Remove',
    danger: true,
    reasons: ['Copyright', 'Privacy', 'Illegal content', 'Spam'],
  },
  restore: {
    title: 'Restore',
    text: 'Visitors can look it up and download it again.',
    submit: 'Restore',
    danger: false,
    reasons: ['Checked, no problem found', 'Complaint withdrawn', 'Removed by mistake'],
  },
  block: {
    title: 'Block {creator}',
    text: 'No post by this creator can be looked up or downloaded here, including new ones.',
    submit: 'Block creator',
    danger: true,
    reasons: ['Repeat infringer', 'Spam', 'At the creator’s request'],
  },
  unblock: {
    title: 'Unblock {creator}',
    text: 'This creator’s posts can be downloaded again, except those removed on their own.',
    submit: 'Unblock creator',
    danger: false,
    reasons: ['Blocked by mistake', 'Complaint withdrawn'],
  },
}
