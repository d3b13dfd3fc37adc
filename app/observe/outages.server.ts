import { databaseOutage, limitOutage } from '#db/outages.ts'
import { log } from './log.server.ts'

export { databaseOutage, limitOutage } from '#db/outages.ts'

databaseOutage.onChange((outage) => {
  if (outage === null) return log.info('the database works again')
  log.warn({ problem: outage.text }, 'the database does not work')
})

limitOutage.onChange((outage) => {
  if (outage === null) return log.info('limits are shared again')
  log.warn({ problem: outage.text }, 'limits are not shared: each process counts for itself')
})
