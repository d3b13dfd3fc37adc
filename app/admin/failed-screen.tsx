import styles from '#app/css/admin.css?url'
import ProblemPage from './problem-page.tsx'
import { BareShell } from './shell.tsx'

/** Replaces a screen that failed before its layout, for example if the session can't be read. */
export default function FailedScreen({ error }: { error: unknown }) {
  return (
    <BareShell>
      <link rel="stylesheet" href={styles} precedence="default" />
      <ProblemPage error={error} />
    </BareShell>
  )
}
