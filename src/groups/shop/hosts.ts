/** The host of the sellers' side. */
export const SELLER_HOST = 'api-gateway.coupang.com'
/** The host of the customers' side. */
export const CONSUMER_HOST = 'mc.coupang.com'

export const isShopHost = (host: string) => host === SELLER_HOST || host === CONSUMER_HOST
