/** Leads the browser back to the client. The gateway has checked the address; no other kind of one is ever followed. */
export function leave(address: string): void {
  const { protocol } = new URL(address)
  if (protocol === 'https:' || protocol === 'http:') location.assign(address)
}
