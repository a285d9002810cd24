import { type FSWatcher, readdirSync, watch } from 'node:fs'
import { join } from 'node:path'

/** An editor writes several times when saving, and switching branches changes many files. */
const QUIET_MS = 150

/**
 * Calls back with the folders in which files were saved, once for changes at the same time, and never while
 * the last callback is running. The callback handles its own errors. Returns a function that stops watching. Folders with
 * the name `generated` are not watched, because the callback writes into them.
 *
 * Each folder has a separate watcher. On Linux a recursive `fs.watch` watches each file, and loses a file that is
 * replaced, as most editors and git do. New watchers are created before each callback, because a folder may have been
 * added or replaced. The callback reads the files afterwards, so no change is missed.
 */
export function onSave(
  folders: readonly string[],
  callBack: (saved: ReadonlySet<string>) => Promise<void>,
): () => void {
  let watchers: FSWatcher[] = []
  let timer: NodeJS.Timeout | undefined
  let running = false
  let saved = new Set<string>()

  const note = (root: string) => {
    saved.add(root)
    schedule()
  }
  const schedule = () => {
    clearTimeout(timer)
    timer = setTimeout(run, QUIET_MS)
  }
  const run = async () => {
    if (running) return schedule()
    running = true
    watchAll()
    const last = saved
    saved = new Set()
    await callBack(last).finally(() => {
      running = false
    })
  }
  const close = () => {
    for (const watcher of watchers) watcher.close()
    watchers = []
  }
  const watchAll = () => {
    close()
    for (const folder of folders) watchFolder(folder, () => note(folder))
  }
  /** The watcher of the parent folder reports a folder that disappeared. */
  const watchFolder = (folder: string, onChange: () => void) => {
    try {
      watchers.push(watch(folder, onChange).on('error', onChange))
      for (const entry of readdirSync(folder, { withFileTypes: true }))
        if (entry.isDirectory() && entry.name !== 'generated') watchFolder(join(folder, entry.name), onChange)
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
