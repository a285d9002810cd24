/** The host of the product's API (social facts, section 1). */
export const HOST = 'graph.threads.net'

export const isSocialHost = (host: string) => host === HOST
