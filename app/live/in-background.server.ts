import { log } from '#app/observe/log.server.ts'
import { type LiveTopic, topicChanged } from './live-topics.server.ts'

/** Runs work that an operator started and doesn't wait for. Announces `topic` at its end. */
export function inBackground(topic: LiveTopic, work: () => Promise<unknown>): void {
  work()
    .then(() => topicChanged(topic))
    .catch((error: unknown) => log.error({ err: error, topic }, 'work in the background failed'))
}
