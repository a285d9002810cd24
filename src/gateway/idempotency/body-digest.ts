import { sha256Hex } from '../../base/digest.ts'
import { isObject } from '../../base/json-object.ts'

/** The digest by which two bodies of one meaning are the same body. */
export const bodyDigest = (body: unknown): Promise<string> => sha256Hex(sortedJson(body))

/** The digest that version 1.0.0 made of a body as it was sent. */
export const olderBodyDigest = (sent: unknown): Promise<string> => sha256Hex(JSON.stringify(sent))

/** JSON with the fields of every object in one order, so that two bodies of one meaning have one text. */
export const sortedJson = (value: unknown): string => JSON.stringify(value, (_, inner: unknown) => sorted(inner))

const sorted = (value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value
