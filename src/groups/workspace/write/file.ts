import { textMember } from '../../../base/json-object.ts'
import { type Place, refusal } from '../place.ts'

const ADDRESS = 2000
const NAME = 100

/** A file that lies elsewhere: an address, or `{url, name?}`. The name is else the last part of the address's path. */
export function externalFile(value: unknown, place: Place): object {
  const text = textMember(value, 'url') ?? value
  const url = typeof text === 'string' && text.length <= ADDRESS ? URL.parse(text) : null
  if (typeof text !== 'string' || (url?.protocol !== 'https:' && url?.protocol !== 'http:')) {
    throw refusal(place, `must be an http address of at most ${ADDRESS} characters, or {url, name}`)
  }
  const name = textMember(value, 'name') ?? url.pathname.split('/').at(-1) ?? ''
  return { type: 'external', name: (name || url.hostname).slice(0, NAME), external: { url: text } }
}
