import { Drop, DropPanel } from '#app/ui/admin/drop-menu.tsx'

/** Says in the bar that the data is made up. `item` and `panel` are the bar's looks. */
export default function DemoMark({ item, panel }: { item: string; panel: string }) {
  return (
    <Drop className="sm:relative" name="bar">
      <summary
        className={`${item} text-[#ffd479] text-[min(0.75rem,4vw)] leading-tight max-sm:px-0 max-sm:text-center max-sm:whitespace-normal`}
      >
        Demo data
      </summary>
      <DropPanel className={panel}>
        <p className="px-3 py-1.5 text-muted">
          The users, videos, reports and figures here are made up. To remove them, stop the server
          and run <code className="my-1.5 block text-text text-xs">npm run seed -- --clear</code>{' '}
          Your own account and the settings stay.
        </p>
      </DropPanel>
    </Drop>
  )
}
