/** The host of the product's external API. */
export const HOST = 'api.tiro.ooo'

export const isNotesHost = (host: string) => host === HOST
