import type { Settings } from '../../base/settings.ts'

const OWN_KEYS = ['API_KEY', 'ADMIN_KEY', 'CREDENTIALS_KEY', 'CREDENTIALS_KEY_PREVIOUS', 'RELAY_TOKEN'] as const

/** A shorter key is compared with the whole text only, because it occurs in other texts by chance. */
const SHORTEST_WITHIN = 8

/** Whether a text holds a key of the deployment itself, which no product may get. */
export function holdsOwnKey({ env }: Settings, text: string): boolean {
  // Base64 is copied with and without its padding.
  const keys = OWN_KEYS.map((name) => (env[name] ?? '').replace(/(?<!=)=+$/, ''))
  const found = keys.map((key) =>
    key.length < SHORTEST_WITHIN ? key.length === text.length && holds(text, key) : holds(text, key),
  )
  return found.includes(true)
}

/** Compares at each place, and every character, so that the duration shows nothing of the key but its length. */
function holds(text: string, key: string): boolean {
  let count = 0
  for (let start = 0; start + key.length <= text.length; start++) {
    let difference = 0
    for (let at = 0; at < key.length; at++) difference |= text.charCodeAt(start + at) ^ key.charCodeAt(at)
    count += Number(difference === 0)
  }
  return key !== '' && count > 0
}
