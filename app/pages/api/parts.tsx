import type { Field } from '#app/api/openapi.server.ts'
import { useDocumentI18n } from '#app/i18n/use-i18n.ts'
import { CopyButton } from '#app/ui/copy-button.tsx'
import type { ProblemType } from './problem-types.server.ts'

/** A line for a shell, with a button that copies it. */
export function Example({ id, children }: { id: string; children: string }) {
  const { t, language } = useDocumentI18n()
  return (
    <>
      <Code id={id}>{children}</Code>
      <div lang={language}>
        <CopyButton source={id} label={t.press.copyText} quiet />
      </div>
    </>
  )
}

export function Code({ id, children }: { id?: string; children: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on a phone
    <pre tabIndex={0} role="group" aria-label="Example">
      <code id={id}>{children}</code>
    </pre>
  )
}

/** Parameters, or what is in an answer. `optional` marks those that can be left out. */
export function Fields({
  fields,
  optional = false,
}: {
  fields: readonly Field[]
  optional?: boolean
}) {
  return (
    <dl>
      {fields.map(({ name, type, isRequired, text }) => (
        <div key={name}>
          <dt>
            <code>{name}</code>{' '}
            <span className="font-normal text-muted text-sm">
              {type}
              {optional && !isRequired && ', optional'}
            </span>
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Types of problems; each is where its own `type` leads. */
export function Problems({ types }: { types: readonly ProblemType[] }) {
  return (
    <dl>
      {types.map(({ code, status, text }) => (
        <div key={code}>
          <dt id={code}>
            <code>{code}</code>{' '}
            {status !== null && <span className="font-normal text-muted text-sm">{status}</span>}
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
