/** The host of the product's API. */
export const HOST = 'graph.threads.net'

export const isSocialHost = (host: string) => host === HOST
