import { badParameter } from './refusals.ts'

/** What a field of an object is: a value, undefined when it has none, or an object that takes a selection of its own. */
export type Field = unknown | ((asked: string | undefined) => unknown)

/** `id,text,children{id,media_url}`: names, with what is wanted inside of them. */
const names = (fields: string) => fields.matchAll(/([a-z_]+)(?:\{([^}]*)\})?(?:,|$)/g)

/**
 * The fields of an object that were asked for, `id` always; one that has no value is left out.
 * @param all every field that the object can have
 * @param asked the `fields` parameter; `initial` stands in when it is absent
 */
export function select(all: Record<string, Field>, asked: string | undefined, initial = 'id'): Record<string, unknown> {
  const picked: Record<string, unknown> = {}
  for (const [, name = '', inside] of names(asked || initial)) {
    if (!Object.hasOwn(all, name)) throw badParameter(`Tried accessing nonexisting field (${name})`)
    const field = all[name]
    const value = typeof field === 'function' ? field(inside) : field
    if (value !== undefined) picked[name] = value
  }
  return 'id' in all ? { ...picked, id: all.id } : picked
}
