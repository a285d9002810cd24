/** The gateway whose owner has said that it is theirs. */

/** Patterns of addresses have no port. What is handed over compares the whole origin. */
export const toPattern = (origin) => {
  const { protocol, hostname } = new URL(origin)
  return `${protocol}//${hostname}/*`
}

/** Lets the pages of the gateway ask, and those of no other one. A browser forgets this when the extension is updated. */
export async function listenOn(gateway) {
  await chrome.scripting.unregisterContentScripts()
  await chrome.scripting.registerContentScripts([
    { id: 'gateway', matches: [toPattern(gateway)], js: ['gateway.js'], runAt: 'document_start' },
  ])
}
