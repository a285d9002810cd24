/** A value that is only known when the program runs. */
export type Value =
  /** A field of the event, or of the answer to an earlier request. `from` is the name of either. */
  | { from: string; path: Path; or?: Value }
  /** How many entries a list has, or one field of all of them. */
  | { from: string; path: Path; list: string; isCount?: boolean }
  | { literal: string }
  | { day: 'yesterday' }

export type Path = readonly (string | number)[]

/** A text with values in it. */
export type Text = readonly (string | { value: Value })[]

/** JSON with texts. A list has objects. */
export type Body = { readonly [name: string]: Text | Body | readonly Body[] }

export interface Request {
  /** The name of its step, and of its answer in later requests. */
  name: string
  method: 'GET' | 'POST' | 'PUT'
  /** Absolute. */
  url: Text
  /** The key is sent to the gateway only. */
  hasKey: boolean
  headers?: Readonly<Record<string, Text>>
  body?: Body
  /** Whether the program continues if the answer is a failure. */
  mayFail?: boolean
}

/** The start of a program in n8n or Make: an event of the gateway, or an hour of each day in Korea. */
export type Trigger = { kind: 'event'; webhookId: string } | { kind: 'daily'; hour: number } | { kind: 'person' }

/** A program: requests, one after the other. */
export interface Program {
  /** The name of the workflow, and of its file. */
  name: string
  trigger: Trigger
  requests: readonly Request[]
  key: string
}

/** The name of the event in `from`. */
export const EVENT = 'event'

/** Yesterday in Korea, as YYYY-MM-DD. */
export const YESTERDAY: Value = { day: 'yesterday' }

export const text = (...parts: (string | Value)[]): Text =>
  parts.map((part) => (typeof part === 'string' ? part : { value: part }))

const toPath = (path: string): Path => path.split('.').map((name) => (/^\d+$/.test(name) ? Number(name) : name))

/** @param path such as `summaries.0.content` */
export const at = (from: string, path: string, or?: Value): Value => ({
  from,
  path: toPath(path),
  ...(or !== undefined && { or }),
})
export const count = (from: string, path: string): Value => ({ from, path: toPath(path), list: '', isCount: true })
/** One field of all entries, with commas between. */
export const each = (from: string, path: string, field: string): Value => ({ from, path: toPath(path), list: field })

/** The headers of a request, in the order in which tools show them. */
export const getHeaders = ({ hasKey, headers = {} }: Request, key: string): readonly (readonly [string, Text])[] => [
  ...(hasKey ? [['X-API-KEY', [key]] as const] : []),
  ...Object.entries(headers),
]

/** The syntax of a tool for each kind of part. */
interface Writer {
  text: (parts: Text) => string
  object: (entries: readonly (readonly [name: string, written: string])[]) => string
}

/** JSON as a tool writes it. */
export function writeBody(writer: Writer, body: Body): string {
  const write = (part: Body[string]): string => {
    if (!Array.isArray(part)) return writeBody(writer, part as Body)
    const isText = part.every((one) => typeof one === 'string' || 'value' in one)
    return isText ? writer.text(part) : `[${part.map((one) => writeBody(writer, one)).join(', ')}]`
  }
  return writer.object(Object.entries(body).map(([name, part]) => [name, write(part)]))
}

/** A text without values, as it is. Undefined for any other. */
export const plain = (parts: Text): string | undefined =>
  parts.every((part) => typeof part === 'string') ? parts.join('') : undefined

/** Puts values into a sentence, where it has their names in braces. */
export const compose = (sentence: string, values: Readonly<Record<string, Value>>): Text =>
  sentence
    .split(/\{(\w+)\}/)
    .map((part, place) => (place % 2 === 0 ? part : { value: values[part] ?? { literal: '' } }))
    .filter((part) => part !== '')

/** An object of JSON. */
export const toJson: Writer['object'] = (entries) =>
  `{${entries.map(([name, written]) => `${JSON.stringify(name)}: ${written}`).join(', ')}}`

/** The body of a request without values. */
export const writePlainBody = (body: Body): string =>
  writeBody({ text: (parts) => JSON.stringify(plain(parts)), object: toJson }, body)
