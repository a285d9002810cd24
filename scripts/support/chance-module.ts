/**
 * Stands before the built Worker and takes chance out of it: the same requests make the same ids and the same waits. The
 * nonces of what is encrypted stay random.
 */
export const chanceModule = (inner: string): string => `
export { default } from '${inner}'
export * from '${inner}'

let made = 0
crypto.randomUUID = () => '00000000-0000-4000-8000-' + (++made).toString(16).padStart(12, '0')
Math.random = () => 0.5
`
