import { type PostRef, postUrl } from '#app/posts/post-link.ts'

/**
 * The arguments that make yt-dlp print what it knows of a post, and do nothing else. `--ies` keeps
 * its generic extractor away, which would ask any address; `--` keeps the link from being an option.
 */
export function lookupArguments(ref: PostRef, proxyUrl: string): string[] {
  return [
    ...['--ignore-config', '--no-plugin-dirs', '--no-cache-dir', '--no-update'],
    ...['--no-js-runtimes', '--no-remote-components', '--no-cookies-from-browser'],
    ...['--color', 'never', '--no-warnings', '--no-playlist', '-I', '1'],
    ...['--ies', 'tiktok,vm.tiktok,end'],
    ...['--socket-timeout', '10', '--retries', '1', '--extractor-retries', '1'],
    ...['--proxy', proxyUrl, '-J', '--'],
    postUrl(ref.kind === 'post' ? { ...ref, user: null } : ref),
  ]
}
