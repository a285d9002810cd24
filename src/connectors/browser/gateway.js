/** Runs on the pages of the paired gateway only. Waits for the owner's press there, and hands over what was taken. */
addEventListener('message', async ({ source, origin, data }) => {
  if (source !== window || origin !== location.origin || data?.latchkey !== 'take') return
  const text = await chrome.runtime.sendMessage({ account: data.account })
  window.postMessage({ latchkey: 'taken', text }, location.origin)
})
