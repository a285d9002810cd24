/** The host of the product's external API (notes facts, section 1). */
export const HOST = 'api.tiro.ooo'

export const isNotesHost = (host: string) => host === HOST
