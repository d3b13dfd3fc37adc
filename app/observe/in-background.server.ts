import { type LiveTopic, topicChanged } from './live-topics.server.ts'
import { log } from './log.server.ts'

/** Does what an operator asked for and doesn't wait for. Tells `topic` once more after its message. */
export function inBackground(topic: LiveTopic, work: () => Promise<unknown>): void {
  work()
    .then(() => topicChanged(topic))
    .catch((error: unknown) => log.error({ err: error, topic }, 'work in the background failed'))
}
