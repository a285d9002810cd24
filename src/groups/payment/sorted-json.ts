import { isObject } from '../../base/json-object.ts'

/** JSON in which the order of an object's fields says nothing: two bodies of one meaning have one text. */
export const sortedJson = (value: unknown): string => JSON.stringify(value, (_, inner: unknown) => sorted(inner))

const sorted = (value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value
