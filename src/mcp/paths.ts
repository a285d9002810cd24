import { isObject } from '../base/json.ts'

/** A path in a response: names joined with dots, `[]` for each item of a list and `*` for each member of an object. */
export type AnswerPath = string

/** Returns the new value of a member of this object or list. */
export type Change = (value: unknown, holder: Readonly<Record<string, unknown>>) => unknown

/** Changes every value at a path in place. Undefined removes the value. */
export function changeAt(value: unknown, path: AnswerPath, change: Change): void {
  changeIn(value, path.split('.'), change)
}

function changeIn(value: unknown, [step = '', ...rest]: readonly string[], change: Change): void {
  if (step === '[]' ? !Array.isArray(value) : !isObject(value)) return
  const holder = value as Record<string, unknown>
  const names = step === '[]' || step === '*' ? Object.keys(holder) : Object.hasOwn(holder, step) ? [step] : []
  for (const name of names) {
    if (rest.length > 0) changeIn(holder[name], rest, change)
    else {
      const changed = change(holder[name], holder)
      if (changed === undefined) delete holder[name]
      else holder[name] = changed
    }
  }
}

/** The value at a path without lists. Undefined when there is none. */
export const valueAt = (value: unknown, path: AnswerPath): unknown =>
  path
    .split('.')
    .reduce((holder, name) => (isObject(holder) && Object.hasOwn(holder, name) ? holder[name] : undefined), value)

/** Changes every text in place. Texts in a list have the field name of the list. */
export function changeTexts(value: unknown, change: (name: string, text: string) => string, name = ''): unknown {
  if (typeof value === 'string') return change(name, value)
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) value[at] = changeTexts(item, change, name)
  } else if (isObject(value)) {
    const holder = value as Record<string, unknown>
    for (const [key, field] of Object.entries(holder)) holder[key] = changeTexts(field, change, key)
  }
  return value
}
