import { createMinuteLimit } from '#app/http/rate-limit.server.ts'
import { settings } from '#app/settings/settings.server.ts'

const perMinute = () => settings().rateLimitPerMinute

/**
 * Counts a network's look-ups and downloads per minute.
 * Returns null if allowed, else seconds to wait.
 */
export const takeRequest = createMinuteLimit('requests', perMinute)

/**
 * Counts a network's 404 pages per minute. The limit is that of look-ups but counts separately, so that
 * dead links use up no one's downloads. Returns null if allowed, else seconds to wait.
 */
export const takeNotFoundPage = createMinuteLimit('missing pages', perMinute)
