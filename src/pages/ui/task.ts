import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { CallOptions } from '../api/types.ts'

/**
 * One entry in the browser's history while dialogs are open, so that its Back button closes the top one instead of leaving
 * the view.
 */
const MARK = 'dialog'

/** The open dialogs, the top one last. Each is closed by its function, unless it asks first. */
const open: (() => void)[] = []

/** Whether the entry is being removed. That takes until the next popstate event. */
let isLeaving = false

const isMarked = () => history.state === MARK

/** Not at the address of a part of the page: going back to it would take the focus away. */
const mayMark = () => open.length > 0 && !isLeaving && !isMarked() && !document.getElementById(location.hash.slice(1))

function mark(): void {
  if (mayMark()) history.pushState(MARK, '')
}

function onPopState(): void {
  if (isLeaving) {
    isLeaving = false
    // Another dialog may have opened in the meantime.
    mark()
  } else if (!isMarked() && open.length > 0) {
    open.at(-1)?.()
    // It asks before it closes, or another dialog is below it.
    setTimeout(mark)
  }
}

/** @param close what the Back button does @returns to be called when the dialog was closed */
export function noteDialog(close: () => void): () => void {
  // The same listener is added once only.
  addEventListener('popstate', onPopState)
  open.push(close)
  mark()
  return () => {
    open.splice(open.indexOf(close), 1)
    // Another dialog may replace it at once.
    setTimeout(() => {
      if (open.length > 0 || isLeaving || !isMarked()) return
      isLeaving = true
      history.back()
    })
  }
}

/** How often it is checked whether the entry of a dialog is gone, in milliseconds. */
const CHECKED_MS = 20

/** Leaves the page after a dialog was closed: removing its entry from the history would end the navigation. */
export function leaveFor(path: string): void {
  if (open.length > 0 || isLeaving || isMarked()) setTimeout(() => leaveFor(path), CHECKED_MS)
  else location.assign(path)
}

/** One task at a time that a person started: whether it is running, and why it failed. */
export function useTask() {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    setError(undefined)
    await work().catch(setError)
    setBusy(false)
  }
  const clear = () => setError(undefined)
  return { busy, error, run, clear }
}

/** The data of a view, loaded when it opens. Undefined until then. */
export function useLoaded<Value>(
  fetchValue: (options?: CallOptions) => Promise<Value>,
  inputs: readonly unknown[] = [],
) {
  const [value, setShown] = useState<Value>()
  const [error, setError] = useState<unknown>()
  const [reloads, setReloads] = useState(0)
  /** Counts what was shown. */
  const shown = useRef(0)
  const setValue: typeof setShown = useCallback((next) => {
    shown.current += 1
    setShown(next)
  }, [])
  useEffect(() => {
    let current = true
    const before = shown.current
    setError(undefined)
    fetchValue().then(
      (loaded) => {
        if (!current) return
        // What somebody has changed in the meantime may be missing in the answer.
        if (before === shown.current) setValue(() => loaded)
        else reload()
      },
      (loadError) => current && setError(loadError),
    )
    return () => {
      current = false
    }
  }, [reloads, ...inputs])
  const reload = useCallback(() => setReloads((last) => last + 1), [])
  /**
   * Loads it once more, and leaves what is shown until then, or if that fails. What somebody has changed in the meantime
   * is newer than the answer.
   */
  const refresh = async (merge = (_: Value, loaded: Value) => loaded) => {
    const before = shown.current
    const loaded = await fetchValue({ isBackground: true })
    if (before !== shown.current) return
    setError(undefined)
    setValue((last) => (last === undefined ? loaded : merge(last, loaded)))
  }
  return { value, error, reload, setValue, refresh }
}
