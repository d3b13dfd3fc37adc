import type { PostView } from '#app/download/lookup/offers.server.ts'
import { FoundClip } from '#app/download/ui/found-post.tsx'
import { useSentHtml } from '#app/ui/site/use-sent-html.ts'

const clip = 'M34 0h118l88 88v302a34 34 0 0 1-34 34H34a34 34 0 0 1-34-34V34A34 34 0 0 1 34 0Z'

const art = {
  id: 'hero-art',
  className: 'group/art h-auto w-full overflow-visible',
  viewBox: '56 44 400 500',
  width: '400',
  height: '500',
  'aria-hidden': true,
} as const

/**
 * A row of upright clips. The front one loses the corner with the watermark, again for each clip
 * that is found, and turns into it: the card beside it leaves its own cover out then.
 */
export function HeroArt({ busy, post }: { busy: boolean; post: PostView | null }) {
  const html = useSentHtml(art.id)
  const cut = busy ? 'along' : post === null ? undefined : 'once'
  return (
    <div className="relative hidden lg:block">
      {import.meta.env.SSR ? (
        // biome-ignore lint/a11y/noSvgWithoutTitle: it is hidden from screen readers
        <svg {...art} data-cut={cut}>
          <Clips />
        </svg>
      ) : (
        <svg
          key={post?.postId}
          {...art}
          data-cut={cut}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has rendered it
          dangerouslySetInnerHTML={{ __html: html }}
        />
      )}
      {post !== null && <FoundClip key={`${post.postId} ${post.item}`} post={post} />}
    </div>
  )
}

function Clips() {
  return (
    <>
      <g strokeWidth="2" className="fill-page stroke-line">
        <path d={clip} transform="translate(424 152) scale(.56)" />
        <path d={clip} transform="translate(322 118) scale(.74)" />
        <path d={clip} transform="translate(212 94) scale(.88)" />
      </g>
      <g transform="translate(76 98)">
        <path d={clip} className="fill-text" />
        <path
          d="M92 158v92a9 9 0 0 0 13.6 7.8l77-46a9 9 0 0 0 0-15.6l-77-46A9 9 0 0 0 92 158Z"
          className="fill-accent"
        />
        <g className="fill-page">
          <rect x="30" y="334" width="104" height="12" rx="6" />
          <rect x="30" y="360" width="168" height="12" rx="6" opacity=".55" />
          <rect x="30" y="386" width="72" height="12" rx="6" opacity=".3" />
        </g>
        <path
          d="M150-26 272 96"
          className="stroke-muted"
          strokeWidth="2.5"
          strokeDasharray="3 9"
          strokeLinecap="round"
          fill="none"
        />
        <g transform="translate(142 -34) rotate(45)">
          <g
            className="stroke-text motion-safe:group-data-[cut=along]/art:animate-cut-along motion-safe:group-data-[cut=once]/art:animate-cut-once"
            strokeWidth="3"
            strokeLinecap="round"
            fill="none"
          >
            <circle cx="-35" cy="-8.5" r="5.5" />
            <circle cx="-35" cy="8.5" r="5.5" />
            <path d="M-30-5.5 0 7M-30 5.5 0-7" />
          </g>
        </g>
        <g className="origin-[236px_10px] motion-safe:animate-fall-off">
          <path d="M176-24h56a34 34 0 0 1 34 34v56Z" className="fill-mint" />
          <g transform="rotate(45 224 22)" className="fill-ink">
            <circle cx="200" cy="12" r="6" />
            <rect x="211" y="8" width="40" height="8" rx="4" />
          </g>
        </g>
      </g>
    </>
  )
}
