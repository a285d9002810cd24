/** The version of the gateway and of its API descriptions (contract section 9); a test holds package.json to it. */
export const VERSION = '1.0.0'
