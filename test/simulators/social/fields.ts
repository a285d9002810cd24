import { badParameter } from './refusals.ts'

/** The value of a field: undefined when there is none, or an object with its own selection of fields. */
export type Field = unknown | ((asked: string | undefined) => unknown)

/** `id,text,children{id,media_url}`: names, with nested selections. */
const names = (fields: string) => fields.matchAll(/([a-z_]+)(?:\{([^}]*)\})?(?:,|$)/g)

/**
 * The requested fields of an object, always with `id`. A field without a value is left out.
 * @param all every field of the object
 * @param asked the `fields` parameter; defaults to `initial`
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
