import type { MailProblem } from '#app/backlinks/outreach-mail.server.ts'
import type { ProspectRefusal } from '#app/backlinks/prospect.server.ts'

/** Why a prospect was refused, as a sentence. */
export function prospectProblem(refusal: ProspectRefusal): string {
  switch (refusal.problem) {
    case 'not_found':
      return 'This prospect no longer exists.'
    case 'known':
      return `This site is already a prospect, in the campaign ${refusal.campaignName}. No one is asked twice.`
    case 'opted_out':
      return 'This site or contact opted out of outreach.'
  }
}

/** Why an email wasn't sent, as a sentence. */
export const mailProblems: Record<MailProblem, string> = {
  not_found: 'This prospect no longer exists.',
  opted_out: 'This site or contact opted out of outreach, so nothing was sent.',
  no_address: 'Nothing was sent: add the contact’s email address first.',
  no_mail: 'Nothing was sent: email isn’t set up.',
  over: 'Nothing was sent: this prospect is closed.',
  waiting: 'Nothing was sent: the email before this one is still on its way.',
  changed: 'Nothing was sent: the email has changed since this preview. Check it again.',
  open_places: 'Nothing was sent: some places of the template aren’t filled in.',
}
