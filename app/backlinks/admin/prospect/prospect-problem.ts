import type { MailProblem } from '#app/backlinks/outreach-mail.server.ts'
import type { ProspectRefusal } from '#app/backlinks/prospect.server.ts'

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

export const mailProblems: Record<MailProblem, string> = {
  not_found: 'This prospect no longer exists.',
  opted_out: 'This site or contact opted out of outreach, so no email can be sent.',
  no_address: 'There’s no contact email to send it to.',
  no_mail: 'Email isn’t set up, so the text can only be copied.',
  over: 'This prospect is closed. Take them back to the start to write again.',
  waiting: 'Not sent: the email before this one is still on its way.',
  changed: 'Not sent: the email has changed since this preview. Check it again.',
  open_places: 'Not sent: the template still has [brackets] to fill in.',
}
