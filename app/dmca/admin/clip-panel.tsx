import { ExternalLink } from 'lucide-react'
import { href, Link } from 'react-router'
import type { DmcaReport } from '#app/dmca/report.server.ts'
import { keyLabel } from '#app/download/platforms/platform-key.ts'
import { Badge } from '#app/ui/admin/badge.tsx'
import { button } from '#app/ui/admin/button.ts'
import { Panel } from '#app/ui/admin/panel.tsx'
import { link } from '#app/ui/link.ts'
import type { Clip } from './clip.server.ts'

/** A post named by a report, to compare with the claim. Links choose between several. */
export function ClipPanel({
  report: { posts },
  clip,
  hrefOf,
}: {
  report: DmcaReport
  clip: Clip
  /** The same page with another post. */
  hrefOf: (postId: string) => string
}) {
  const index = posts.findIndex(({ postId }) => postId === clip.postId)
  return (
    <Panel
      titleId="clip"
      title={posts.length === 1 ? 'The post' : `Post ${index + 1} of ${posts.length}`}
    >
      <Picture clip={clip} />
      {clip.blocked && (
        <p className="text-muted text-xs">
          This post is blocked, so visitors can’t see it. Only operators can.
        </p>
      )}
      <div className="grid gap-1">
        <p className="wrap-anywhere" dir="auto">
          {clip.title === '' ? (
            <span className="text-muted">
              {clip.known
                ? 'No caption'
                : 'No one has looked this post up here yet. Press play to look it up.'}
            </span>
          ) : (
            clip.title
          )}
        </p>
        <p className="text-muted wrap-anywhere">
          {[clip.author, keyLabel(clip.postId)].filter((text) => text !== null).join(' · ')}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <a
          className={button({ look: 'quiet' })}
          href={clip.source}
          target="_blank"
          rel="noreferrer"
        >
          <ExternalLink aria-hidden="true" size={17} />
          Open Source
        </a>
        {clip.known && (
          <Link
            className={button({ look: 'quiet' })}
            to={href('/admin/videos/:postId', { postId: clip.postId })}
          >
            Open the video
          </Link>
        )}
      </div>
      {posts.length > 1 && (
        <nav aria-label="Posts in this report">
          <ol className="grid max-h-60 gap-1 overflow-y-auto">
            {posts.map(({ postId, blocked }) => (
              <li key={postId} className="flex flex-wrap items-center gap-2">
                <Link
                  className={`${link} tabular-nums aria-[current]:font-bold pointer-coarse:py-2.5`}
                  to={hrefOf(postId)}
                  aria-current={postId === clip.postId ? 'true' : undefined}
                  preventScrollReset
                  replace
                >
                  {keyLabel(postId)}
                </Link>
                {blocked && <Badge>Blocked</Badge>}
              </li>
            ))}
          </ol>
        </nav>
      )}
    </Panel>
  )
}

function Picture({ clip: { postId, view, cover } }: { clip: Clip }) {
  if (view.kind === 'video') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: the clip as its creator made it
      <video
        key={postId}
        className="aspect-9/16 max-h-[min(30rem,calc(100vh-24rem))] min-h-60 max-w-full justify-self-start rounded-lg bg-sunken"
        controls
        playsInline
        preload="none"
        src={view.src}
        poster={cover ?? undefined}
      />
    )
  }
  return (
    <div className="flex flex-wrap gap-2.5">
      {view.srcs.map((src, index) => (
        <img
          key={src}
          className="max-h-120 w-44 max-w-full rounded-lg bg-sunken"
          src={src}
          alt={`Slide ${index + 1}`}
          loading="lazy"
        />
      ))}
    </div>
  )
}
