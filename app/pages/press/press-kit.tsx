import { Download, FileText } from 'lucide-react'
import { fill } from '#app/i18n/catalogue.ts'
import { formatBytes } from '#app/i18n/format.ts'
import { useSite } from '#app/i18n/site-context.ts'
import { useDocumentI18n } from '#app/i18n/use-i18n.ts'
import { type PublicFile, publicFile } from '#app/pages/documents/public-files.server.ts'
import { button } from '#app/ui/button.ts'
import { CopyButton, CopyScript } from '#app/ui/copy-button.tsx'
import { Eyebrow } from '#app/ui/eyebrow.tsx'
import { EnglishNote } from '#app/ui/site/english-note.tsx'
import { Seo } from '#app/ui/site/head/seo.tsx'
import { card } from '#app/ui/surface.ts'
import { Ticks } from '#app/ui/ticks.tsx'
import type { Route } from './+types/press-kit'
import { boilerplate, colors, type PressAsset, pressAssets, rules } from './assets.ts'

export async function loader() {
  const files = await Promise.all(pressAssets.map(({ href }) => publicFile(href)))
  return {
    assets: pressAssets.flatMap((asset, index) => {
      const file = files[index] ?? null
      return file === null ? [] : [{ asset, file }]
    }),
  }
}

export default function PressKit({ loaderData: { assets } }: Route.ComponentProps) {
  const { t, localPath } = useDocumentI18n()
  const site = useSite().siteName
  return (
    <>
      <Seo title={t.press.title} description={t.press.description} />
      <div className="wrap pt-8 pb-6 md:pt-12 lg:pt-16 lg:pb-10">
        <Eyebrow>{t.press.eyebrow}</Eyebrow>
        <h1 className="display mt-4 max-w-4xl text-4xl">{t.press.heading}</h1>
        <p className="text-lg text-pretty text-muted mt-4 max-w-2xl">{t.press.lead}</p>
        <EnglishNote text={t.press.onlyEnglish} />
      </div>
      <section className="wrap" aria-labelledby="assets">
        <h2 id="assets" className="display text-3xl">
          {t.press.assets}
        </h2>
        <ul className="grid grid-cols-1 gap-5 sm:grid-cols-2 lg:grid-cols-3 mt-6">
          {assets.map(({ asset, file }) => (
            <AssetCard key={asset.href} asset={asset} file={file} />
          ))}
        </ul>
      </section>
      <section className="wrap mt-16" aria-labelledby="colors">
        <h2 id="colors" className="display text-3xl">
          {t.press.colors}
        </h2>
        <p className="mt-2 text-muted">{t.press.colorsNote}</p>
        <ul className="mt-6 grid grid-cols-1 gap-6 sm:grid-cols-2 lg:grid-cols-4">
          {colors.map(({ name, hex }) => (
            <li key={hex}>
              <svg width="100%" height="96" aria-hidden="true">
                <rect width="100%" height="96" rx="14" fill={hex} className="stroke-line" />
              </svg>
              <p className="mt-2 font-semibold" lang="en">
                {name}
              </p>
              <p className="mb-2 font-mono text-sm" id={`colour-${name}`}>
                {hex}
              </p>
              <CopyButton
                source={`colour-${name}`}
                label={fill(t.press.copyColor, { name })}
                quiet
              />
            </li>
          ))}
        </ul>
      </section>
      <section className="wrap mt-16" aria-labelledby="texts">
        <h2 id="texts" className="display text-3xl">
          {t.press.texts}
        </h2>
        <div className="mt-6 grid gap-5 lg:grid-cols-2">
          <ReadyText id="short" title={t.press.short} text={fill(boilerplate.short, { site })} />
          <ReadyText id="long" title={t.press.long} text={fill(boilerplate.long, { site })} />
        </div>
      </section>
      <section className="wrap mt-16 pb-14 md:pb-20 xl:pb-28" aria-labelledby="rules">
        <h2 id="rules" className="display text-3xl">
          {t.press.rules}
        </h2>
        <Ticks className="mt-5 max-w-2xl" texts={rules} lang="en" />
        <p className="mt-8">{t.press.contact}</p>
        <a className={`${button({ look: 'quiet' })} mt-3`} href={localPath('/contact')}>
          {t.press.contactLink}
        </a>
      </section>
      <CopyScript />
    </>
  )
}

function AssetCard({ asset, file }: { asset: PressAsset; file: PublicFile }) {
  const { t, language } = useDocumentI18n()
  const { type, name, description, href, onDark = false } = asset
  const fileName = href.slice(href.lastIndexOf('/') + 1)
  const { width = 512, height = 512 } = file.pixels ?? {}
  return (
    <li className={`${card} flex flex-col gap-4`}>
      <div
        className={`grid h-44 place-items-center overflow-hidden rounded-lg p-4 text-ink ${onDark ? 'bg-ink' : 'bg-paper'}`}
      >
        {type === 'factSheet' ? (
          <FileText aria-hidden="true" size={56} strokeWidth={1.25} />
        ) : (
          <img
            className="h-auto max-h-36 w-auto max-w-full rounded-sm"
            src={href}
            alt={fill(t.press.preview, { name })}
            width={width}
            height={height}
            loading="lazy"
          />
        )}
      </div>
      <div>
        <p className="text-sm text-muted">{t.press.types[type]}</p>
        <h3 className="text-xl font-bold" lang="en">
          {name}
        </h3>
        <p className="mt-1" lang="en">
          {description}
        </p>
      </div>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">
          {formatBytes(file.bytes, language)}
          {file.pixels !== null && ` · ${width} × ${height}`}
        </p>
        <a
          className={button({ look: 'quiet', className: 'wrap-anywhere' })}
          href={href}
          download={fileName}
          aria-label={fill(t.press.downloadOf, { name })}
        >
          <Download aria-hidden="true" size={18} />
          {t.press.download}
        </a>
      </div>
    </li>
  )
}

function ReadyText({ id, title, text }: { id: string; title: string; text: string }) {
  const { t } = useDocumentI18n()
  return (
    <div className={card}>
      <h3 className="text-xl font-bold">{title}</h3>
      <p className="mt-3 mb-5" id={`text-${id}`} lang="en">
        {text}
      </p>
      <CopyButton
        source={`text-${id}`}
        label={t.press.copyText}
        name={`${t.press.copyText}: ${title}`}
        quiet
      />
    </div>
  )
}
