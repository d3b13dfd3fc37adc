import { onLimitOutage } from '#db/limit-outage.ts'
import { log } from './log.server.ts'

export { limitOutage } from '#db/limit-outage.ts'

onLimitOutage((outage) => {
  if (outage === null) return log.info('limits are shared again')
  log.warn({ problem: outage.text }, 'limits are not shared: each process counts for itself')
})
