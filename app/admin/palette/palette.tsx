import { Search } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { href } from 'react-router'
import { foldText } from '#app/lists/fold-case.ts'
import { ask } from '#app/ui/admin/live/ask.ts'
import { type Entry, entries, entriesFor } from './entries.ts'
import type { Found, FoundRecord } from './search.ts'
import { exportLink, useEntry } from './use-entry.ts'

type Option = (Entry | FoundRecord) & Pick<Entry, 'does'> & { detail?: string }

const restMs = 120
const mostEntries = 8

export default function Palette({ close }: { close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const choose = useEntry()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const { options, status } = useOptions(text)
  const current = Math.min(active, options.length - 1)
  useEffect(() => dialog.current?.showModal(), [])
  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, current])
  const open = (option: Option | undefined) => {
    if (option === undefined) return
    dialog.current?.close()
    choose(option)
  }
  const press = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && options.length > 0) {
      setActive((current + step + options.length) % options.length)
    } else if (event.key === 'Enter') open(options[current])
    else return
    event.preventDefault()
  }
  return (
    <dialog
      ref={dialog}
      className="mx-auto mt-[12vh] w-[min(36rem,100vw-2rem)] overflow-hidden rounded-lg border border-line bg-surface p-0 text-sm text-text shadow-raised backdrop:bg-ink/50"
      aria-label="Search and commands"
      onClose={close}
      onPointerDown={({ target }) => {
        if (target === dialog.current) dialog.current?.close()
      }}
    >
      <div className="flex items-center gap-2.5 border-line border-b px-4">
        <Search className="flex-none text-muted" aria-hidden="true" size={18} />
        <input
          className="min-h-13 min-w-0 flex-1 bg-transparent text-base outline-none"
          role="combobox"
          aria-label="Search screens, settings, users, videos and reports"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={options.length === 0 ? undefined : `${id}-${current}`}
          placeholder="Search or jump to…"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setActive(0)
          }}
          onKeyDown={press}
        />
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Results"
        className="max-h-[50vh] overflow-y-auto p-1.5"
      >
        {options.map((option, index) => (
          <div
            key={`${option.group} ${option.to}`}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            className="flex min-h-10 cursor-pointer items-center gap-3 rounded-sm px-3 py-1.5 aria-selected:bg-sunken pointer-coarse:min-h-11"
            onPointerMove={() => setActive(index)}
            onClick={() => open(option)}
            onKeyDown={press}
          >
            <span className="min-w-0 flex-1 truncate" dir="auto">
              <span className="font-semibold">{option.label}</span>
              {option.detail !== undefined && (
                <span className="ms-2 text-muted">{option.detail}</span>
              )}
            </span>
            <span className="flex-none text-muted text-xs">{option.group}</span>
          </div>
        ))}
      </div>
      <p className="px-4 pb-3 text-muted text-xs" role="status">
        {status}
      </p>
    </dialog>
  )
}

/** Returns the options for a text: entries right away, records once the server has answered. */
function useOptions(text: string): { options: Option[]; status: string } {
  const [answer, setAnswer] = useState<Found & { isMissing?: boolean }>({ query: '', found: [] })
  const typed = text.trim()
  const asks = [...typed].length >= 2
  useEffect(() => {
    if (!asks) return
    let isLatest = true
    const search = async () => {
      const query = new URLSearchParams({ q: typed })
      const found = await ask<Found>(`${href('/admin/search')}?${query}`)
      if (isLatest) setAnswer(found ?? { query: typed, found: [], isMissing: true })
    }
    const timer = setTimeout(() => void search(), restMs)
    return () => {
      isLatest = false
      clearTimeout(timer)
    }
  }, [typed, asks])
  const isAnswered = answer.query === typed
  const records = isAnswered ? answer.found : answer.found.filter((one) => fits(one, typed))
  // Shows everything that can be opened until something is typed.
  const possible = exportLink() === null ? entries.filter(({ does }) => does !== 'export') : entries
  const listed = typed === '' ? possible : entriesFor(typed, possible).slice(0, mostEntries)
  const options = [...listed, ...(asks ? records : [])]
  if (asks && isAnswered && answer.isMissing) {
    return { options, status: 'No answer from the server. Check the connection.' }
  }
  if (options.length > 0) return { options, status: '' }
  return { options, status: asks && !isAnswered ? 'Searching…' : 'Nothing found.' }
}

/** Returns true if a record of an earlier answer still matches the typed text. */
function fits({ label, detail, to }: FoundRecord, typed: string): boolean {
  return foldText(`${label} ${detail} ${to}`).includes(foldText(typed))
}
