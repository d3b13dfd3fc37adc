import type { ProspectRefusal } from '#app/backlinks/prospect.server.ts'

/** Why a prospect was refused, as a sentence. */
export function prospectProblem(refusal: ProspectRefusal): string {
  switch (refusal.problem) {
    case 'not_found':
      return 'This is gone by now.'
    case 'known':
      return `This site is a prospect already, in the campaign ${refusal.campaignName}: nobody is asked twice.`
    case 'opted_out':
      return 'This site or contact asked not to be written to.'
  }
}
