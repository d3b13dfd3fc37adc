import { createMinuteLimit } from '#app/http/rate-limit.server.ts'
import { settings } from '#app/settings/settings.server.ts'

const perMinute = () => settings().rateLimitPerMinute

/**
 * Counts a network's look-ups and downloads per minute.
 * Returns null if allowed, else seconds to wait.
 */
export const takeRequest = createMinuteLimit(perMinute)

/**
 * Consumes one of the pages per minute that are rendered for a network to say that something isn't
 * there: as many as look-ups, but apart from them, so that dead links use up nobody's downloads.
 * Returns null if allowed, else seconds to wait.
 */
export const takeNotFoundPage = createMinuteLimit(perMinute)
