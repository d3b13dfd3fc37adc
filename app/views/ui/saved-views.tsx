import { Bookmark, Trash2 } from 'lucide-react'
import { type ListAddress, viewHref, viewQuery } from '#app/lists/list-address.ts'
import { button } from '#app/ui/admin/button.ts'
import { Drop, DropButton, DropLine, DropPanel } from '#app/ui/admin/drop-menu.tsx'
import { fieldBox } from '#app/ui/admin/forms/field-looks.ts'
import { StayForm, useStayForm } from '#app/ui/admin/forms/stay-form.tsx'
import { Segments } from '#app/ui/admin/segments.tsx'
import { longestViewName, type OwnList } from '#app/views/own-list.ts'
import { ownListPath } from './display.ts'

type Parts = { list: ListAddress; own: OwnList }

const formName = ({ list }: OwnList) => `views ${list}`

export function ViewTabs({ list, own }: Parts) {
  return (
    <Segments
      label="Saved views"
      current={viewQuery(list)}
      options={[
        { value: '', label: 'All', to: list.path },
        ...own.views.map(({ name, query }) => ({
          value: query,
          label: name,
          to: `${list.path}?${query}`,
        })),
      ]}
    />
  )
}

/** Saves the list's view under a name; renames or deletes a saved view. */
export default function ViewMenu({ list, own }: Parts) {
  const query = viewQuery(list)
  const saved = own.views.find((view) => view.query === query)
  const { state } = useStayForm(formName(own))
  const form = { name: formName(own), action: ownListPath(own), 'data-unguarded': true }
  const back = <input type="hidden" name="back" value={viewHref(list)} />
  return (
    <Drop className="sm:relative" name="drop" onOpen={focusName}>
      <summary
        className={button({ look: 'quiet', className: 'no-marker' })}
        aria-busy={state !== 'idle'}
      >
        <Bookmark
          aria-hidden="true"
          size={17}
          className={saved === undefined ? '' : 'fill-current'}
        />
        {saved === undefined ? 'Save view' : 'Edit view'}
      </summary>
      <DropPanel className="max-sm:start-0 sm:w-72">
        {saved === undefined ? (
          <StayForm key="save" {...form} className="grid gap-2 p-3">
            <input type="hidden" name="query" value={query} />
            {back}
            <NameField />
            <button type="submit" name="intent" value="save" className={button()}>
              Save
            </button>
          </StayForm>
        ) : (
          <>
            <StayForm key={saved.name} {...form} className="grid gap-2 p-3">
              <input type="hidden" name="view" value={saved.name} />
              {back}
              <NameField name={saved.name} />
              <button type="submit" name="intent" value="rename" className={button()}>
                Rename
              </button>
            </StayForm>
            <DropLine />
            <StayForm {...form}>
              <input type="hidden" name="view" value={saved.name} />
              {back}
              <DropButton intent="delete" icon={Trash2} danger>
                Delete view
              </DropButton>
            </StayForm>
          </>
        )}
      </DropPanel>
    </Drop>
  )
}

function focusName(menu: HTMLDetailsElement): void {
  menu.querySelector<HTMLInputElement>('input[name=name]')?.select()
}

function NameField({ name = '' }: { name?: string }) {
  return (
    <label className="grid gap-1 text-xs font-semibold text-muted">
      View name
      <input
        className={fieldBox({ className: 'text-sm font-normal' })}
        name="name"
        defaultValue={name}
        required
        maxLength={longestViewName}
        autoComplete="off"
      />
    </label>
  )
}
