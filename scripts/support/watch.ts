import { watch } from 'node:fs'

/** An editor that saves writes more than once, and a change of branch changes many files. */
const QUIET_MS = 150

/**
 * Calls back after files of these folders were saved, once for saves that come together, and never while the last call
 * goes on. What the call throws is its own to tell.
 */
export function onSave(folders: readonly string[], callBack: () => Promise<void>): void {
  let timer: NodeJS.Timeout | undefined
  let running = false
  const due = () => {
    clearTimeout(timer)
    timer = setTimeout(go, QUIET_MS)
  }
  const go = async () => {
    if (running) return due()
    running = true
    await callBack().finally(() => {
      running = false
    })
  }
  for (const folder of folders) watch(folder, { recursive: true }, due)
}
