/** Sends the browser back to the client. The gateway has validated the URL. Only http and https are followed. */
export function leave(address: string): void {
  const { protocol } = new URL(address)
  if (protocol === 'https:' || protocol === 'http:') location.assign(address)
}
