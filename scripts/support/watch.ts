import { type FSWatcher, readdirSync, watch } from 'node:fs'
import { join } from 'node:path'

/** An editor writes several times when saving, and switching branches changes many files. */
const QUIET_MS = 150

/**
 * Calls back after files of these folders were saved, once for changes at the same time, and never while the last
 * callback is running. The callback handles its own errors. Returns a function that stops watching.
 *
 * Each folder has a separate watcher. On Linux a recursive `fs.watch` watches each file, and loses a file that is
 * replaced, as most editors and git do. New watchers are created before each callback, because a folder may have been
 * added or replaced. The callback reads the files afterwards, so no change is missed.
 */
export function onSave(folders: readonly string[], callBack: () => Promise<void>): () => void {
  let watchers: FSWatcher[] = []
  let timer: NodeJS.Timeout | undefined
  let running = false

  const schedule = () => {
    clearTimeout(timer)
    timer = setTimeout(run, QUIET_MS)
  }
  const run = async () => {
    if (running) return schedule()
    running = true
    watchAll()
    await callBack().finally(() => {
      running = false
    })
  }
  const close = () => {
    for (const watcher of watchers) watcher.close()
    watchers = []
  }
  const watchAll = () => {
    close()
    for (const folder of folders) watchFolder(folder)
  }
  /** The watcher of the parent folder reports a folder that disappeared. */
  const watchFolder = (folder: string) => {
    try {
      watchers.push(watch(folder, schedule).on('error', schedule))
      for (const entry of readdirSync(folder, { withFileTypes: true }))
        if (entry.isDirectory()) watchFolder(join(folder, entry.name))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }

  watchAll()
  return () => {
    clearTimeout(timer)
    close()
  }
}
