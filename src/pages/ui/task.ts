import { useCallback, useEffect, useState } from 'preact/hooks'

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
export function useLoaded<Value>(fetchValue: () => Promise<Value>, inputs: readonly unknown[] = []) {
  const [value, setValue] = useState<Value>()
  const [error, setError] = useState<unknown>()
  const [reloads, setReloads] = useState(0)
  useEffect(() => {
    let current = true
    setError(undefined)
    fetchValue().then(
      (loaded) => current && setValue(() => loaded),
      (loadError) => current && setError(loadError),
    )
    return () => {
      current = false
    }
  }, [reloads, ...inputs])
  const reload = useCallback(() => setReloads((last) => last + 1), [])
  return { value, error, reload, setValue }
}
