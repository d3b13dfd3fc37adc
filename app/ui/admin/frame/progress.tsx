import { useNavigation } from 'react-router'

/** A thin bar at the top while the next page loads. */
export default function Progress() {
  const { state } = useNavigation()
  return (
    <div
      // Delayed, so that fast pages show no bar.
      className="pointer-events-none fixed inset-x-0 top-0 z-40 h-0.75 origin-left bg-accent opacity-0 [transform:scaleX(0.06)] data-busy:opacity-100 data-busy:[transform:scaleX(0.9)] data-busy:[transition:transform_4s_cubic-bezier(0.1,0.7,0.2,1)_30ms,opacity_1ms_30ms] motion-reduce:data-busy:[transform:none]"
      data-busy={state === 'idle' ? undefined : ''}
      aria-hidden="true"
    />
  )
}
