import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { type ListAddress, listHref } from '#app/lists/list-address.ts'
import type { Choice } from './filters.tsx'

/** Typing is applied after a pause of this length. */
const pauseMs = 250

const typedState = { isTyped: true }

/** Sends a list's filter form as an address with only the values that differ from the defaults. */
export function useFilterAddress(list: ListAddress, choices: Choice[]) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { location: next } = useNavigation()
  const here = pathname + search
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [typedTo, setTypedTo] = useState<string | null>(null)
  // A press while typed text waits to be sent cancels it.
  const leaves = next !== undefined && next.state?.isTyped !== true
  useEffect(() => {
    if (!leaves) return
    clearTimeout(timer.current)
    setTypedTo(null)
  }, [leaves])
  useEffect(() => () => clearTimeout(timer.current), [])

  function apply(form: HTMLFormElement, { replace = false } = {}) {
    clearTimeout(timer.current)
    const to = addressOf(form, list, choices)
    // A typed address replaces another pending one, even to return to the current page.
    if (to === here && next === undefined) return
    setTypedTo(replace ? to : null)
    void navigate(to, {
      replace,
      preventScrollReset: true,
      ...(replace && { state: typedState }),
    })
  }
  // The list's address may change before the typed text is sent.
  const latest = useRef(apply)
  useEffect(() => {
    latest.current = apply
  })
  return {
    /** True if the page shows what was typed last. */
    isTyped: typedTo === here,
    apply,
    applySoon(form: HTMLFormElement) {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => latest.current(form, { replace: true }), pauseMs)
    },
  }
}

function addressOf(form: HTMLFormElement, list: ListAddress, choices: Choice[]): string {
  const usual = new Map(choices.map(({ name, options }) => [name, options[0]?.value]))
  const fields = Object.fromEntries(
    [...new FormData(form)].map(([name, field]) => {
      const value = String(field).trim()
      return [name, value === usual.get(name) ? null : value]
    }),
  )
  if (!Object.hasOwn(fields, 'sort') || Object.hasOwn(fields, 'direction')) {
    return listHref(list, fields)
  }
  const [sort = '', direction = ''] = fields.sort?.split('.') ?? []
  return listHref(list, { ...fields, sort, direction })
}
