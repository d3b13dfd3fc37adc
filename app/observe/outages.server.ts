import { connectionOutage, databaseOutage, limitOutage } from '#db/outages.ts'
import { log } from './log.server.ts'

export { connectionOutage, databaseOutage, limitOutage } from '#db/outages.ts'

databaseOutage.onChange((outage) => {
  if (outage === null) return log.info('the database works again')
  log.warn({ problem: outage.text }, 'the database does not work')
})

connectionOutage.onChange((outage) => {
  if (outage === null) return log.info('all connections to the database can be asked for again')
  log.warn({ problem: outage.text }, 'the database gives fewer connections than set')
})

limitOutage.onChange((outage) => {
  if (outage === null) return log.info('limits are shared again')
  log.warn({ problem: outage.text }, 'limits are not shared: each process counts for itself')
})
