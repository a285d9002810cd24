import { BROWSER_SESSIONS } from '../../base/browser-session.ts'
import { READ_RECORDER_ROWS } from '../../base/recorder-rows.ts'
import type { Account } from '../api/accounts.ts'

/** What a bookmark says on the recorder's page. */
export interface BookmarkWords {
  /** It was pressed on another page. */
  elsewhere: string
  /** The page has no session. */
  signedOut: string
  /** The browser wants a press on the page before it copies. */
  ask: string
  copy: string
  /** The browser does not copy at all. */
  blocked: string
  /** Where to go after it has copied, for somebody who has the gateway's page in another tab. */
  copied: string
}

/** The address with which the bookmark of an account opens the gateway. It has nothing of the session. */
export const toHandOver = (origin: string, account: Account): string => `${origin}/#${account}/copied`

/**
 * The address of a bookmark that copies the recorder's session and opens the gateway, which takes it at a tap. Only the
 * clipboard has the session, never an address. It reads nothing on other pages: their origin is compared without a
 * function, which such a page could replace.
 *
 * @param opens the address that it opens. Undefined to stay, and to say that it has copied
 */
export function makeBookmark(words: BookmarkWords, opens: string | undefined): string {
  const say = (text: string) => `alert(${JSON.stringify(text)})`
  const isElsewhere = BROWSER_SESSIONS.recorder.pages.map((page) => `location.origin !== '${page}'`).join(' && ')
  const script = `(() => {
    if (${isElsewhere}) return ${say(words.elsewhere)}
    const text = ${READ_RECORDER_ROWS}
    if (!/ey[\\w-]+\\.ey/.test(text)) return ${say(words.signedOut)}
    const put = (event) => {
      event.clipboardData.setData('text/plain', text)
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    const copy = () => navigator.clipboard.writeText(text).catch(() => {
      addEventListener('copy', put, true)
      const isCopied = document.execCommand('copy')
      removeEventListener('copy', put, true)
      if (!isCopied) throw 0
    })
    const go = () => ${opens === undefined ? say(words.copied) : `location.assign(${JSON.stringify(opens)})`}
    copy().then(go, () => {
      const dialog = document.createElement('dialog')
      const button = document.createElement('button')
      button.textContent = ${JSON.stringify(words.copy)}
      button.onclick = () => copy().then(() => { dialog.remove(); go() }, () => dialog.replaceChildren(${JSON.stringify(words.blocked)}))
      dialog.append(${JSON.stringify(words.ask)}, ' ', button)
      document.body.append(dialog)
      dialog.showModal()
    })
  })()`
  return `javascript:${encodeURIComponent(`void ${script.replaceAll(/\n\s*/g, '\n')}`)}`
}
