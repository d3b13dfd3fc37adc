import { Film, Images, Music } from 'lucide-react'

const icons = { video: Film, slideshow: Images, sound: Music }

export function SmallCover({
  kind,
  src,
  className = 'h-18 w-13.5 snip-3',
  onError,
}: {
  kind: keyof typeof icons
  src: string | null
  className?: string
  onError?: () => void
}) {
  const Icon = icons[kind]
  const look = `grid flex-none place-items-center self-start rounded-sm bg-sunken text-muted ${className}`
  if (src === null) {
    return (
      <span className={look}>
        <Icon aria-hidden="true" size={22} />
      </span>
    )
  }
  return (
    <img
      className={`${look} object-cover`}
      src={src}
      alt=""
      width={54}
      height={72}
      loading="lazy"
      onError={onError}
    />
  )
}
