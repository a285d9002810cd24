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
