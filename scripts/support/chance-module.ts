/**
 * Wraps the built Worker and removes randomness: the same requests give the same ids and waits. The nonces of
 * encryption stay random.
 */
export const chanceModule = (inner: string): string => `
export { default } from '${inner}'
export * from '${inner}'

let made = 0
crypto.randomUUID = () => '00000000-0000-4000-8000-' + (++made).toString(16).padStart(12, '0')
Math.random = () => 0.5
`
