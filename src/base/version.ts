/** The version of the gateway and of its API descriptions (contract section 9). A test compares it to package.json. */
export const VERSION = '1.0.0'
