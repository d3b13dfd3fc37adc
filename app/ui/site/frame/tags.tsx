import tagsScript from '#app/ui/site/browser/tags.ts?worker&url'
import { ModuleScript } from '#app/ui/site/page-scripts.tsx'
import { useVisit } from '#app/ui/site/use-visit.ts'

/** Loads what the visitor has agreed to; the ids are data, since the page has no inline script for them. */
export function Tags() {
  const { tags } = useVisit()
  if (tags === null) return null
  return (
    <ModuleScript
      src={tagsScript}
      data={{
        'data-tags': '',
        'data-analytics': tags.analytics,
        'data-heatmap': tags.heatmap,
        'data-pixel': tags.pixel,
      }}
    />
  )
}
