import { type FSWatcher, readdirSync, watch } from 'node:fs'
import { join } from 'node:path'

/** An editor that saves writes more than once, and a change of branch changes many files. */
const QUIET_MS = 150

/**
 * Calls back after files of these folders were saved, once for saves that come together, and never while the last call
 * is running. The callback handles its own errors. Returns a function that stops the watching.
 *
 * Each folder has a watcher of its own. On Linux a recursive `fs.watch` watches each file, and loses a file that is
 * replaced, as most editors and git do. New watchers are made before each call, since a folder may have been added or
 * replaced; the callback reads the files afterwards, so no save is lost in between.
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
  /** A folder that disappears in the meantime is reported by the watcher of the folder above it. */
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
