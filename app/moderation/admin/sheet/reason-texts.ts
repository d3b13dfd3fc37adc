import type { SheetForm } from './forms.ts'

/** Each form's texts, with common reasons to choose from. `{creator}` is the creator's name. */
export const reasonTexts: Record<SheetForm, { title: string; text: string; reasons: string[] }> = {
  flag: {
    title: 'Flag for review',
    text: 'Visitors can still download it. You’re reminded of it until it is removed or restored.',
    reasons: ['Possible copyright issue', 'Possible privacy issue', 'Reported by a visitor'],
  },
  remove: {
    title: 'Remove',
    text: 'No one can look it up or download it here, and running downloads are cut off. You can restore it.',
    reasons: ['Copyright', 'Privacy', 'Illegal content', 'Spam'],
  },
  restore: {
    title: 'Restore',
    text: 'Visitors can look it up and download it again.',
    reasons: ['Checked, no problem found', 'Complaint withdrawn', 'Removed by mistake'],
  },
  block: {
    title: 'Block {creator}',
    text: 'No post by this creator can be looked up or downloaded here, including new ones.',
    reasons: ['Repeat infringer', 'Spam', 'At the creator’s request'],
  },
  unblock: {
    title: 'Unblock {creator}',
    text: 'This creator’s posts can be downloaded again, except those removed on their own.',
    reasons: ['Blocked by mistake', 'Complaint withdrawn'],
  },
}
