/** The only partner of the product, invented. */
export const API_KEY = 'test-payment-api-key'
export const MEMBER_ID = 'test-member'
export const MERCHANT_ID = 'test-merchant'
export const BUSINESS_NUMBER = '1112233333'
