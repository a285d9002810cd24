import { flag, identifier, isObject, number, text } from '../../base/json.ts'

/** The fields of the product's objects that callers know, each with the type that it has everywhere. */
const FIELD_TYPES = {
  collaborators: 'array',
  color: 'string',
  content: 'text',
  createdAt: 'string',
  diarizedSegments: 'array',
  eventTypes: 'array',
  guid: 'string',
  id: 'string',
  isActive: 'boolean',
  isTeamFolder: 'boolean',
  locale: 'string',
  locked: 'boolean',
  name: 'string',
  note: 'object',
  noteGuid: 'string',
  parentId: 'string',
  participants: 'array',
  recordingDurationSeconds: 'number',
  recordingEndAt: 'string',
  recordingStartAt: 'string',
  resourceType: 'string',
  sharingType: 'string',
  sourceType: 'string',
  summary: 'object',
  template: 'object',
  timeFrom: 'time',
  timeTo: 'time',
  title: 'string',
  transcribeLocale: 'string',
  transcript: 'object',
  translateLocale: 'string',
  type: 'string',
  updatedAt: 'string',
  url: 'string',
  uuid: 'string',
  webUrl: 'string',
  workspaceGuid: 'string',
} as const

export type DescribedField = keyof typeof FIELD_TYPES

/** Types of ours. A time is passed on unchanged: ISO 8601 text or a number. A text is `{type, content}`. */
const JSON_TYPES: Readonly<Record<string, string[]>> = { time: ['string', 'number'], text: ['object'] }

export const jsonTypes = (name: DescribedField): string[] => {
  const type = FIELD_TYPES[name]
  return [...(JSON_TYPES[type] ?? [type]), 'null']
}

const READERS: Readonly<Record<(typeof FIELD_TYPES)[DescribedField], (value: unknown) => unknown>> = {
  string: (value) => (value === '' ? value : identifier(value)),
  number,
  time: (value) => (typeof value === 'number' && Number.isFinite(value) ? value : text(value)),
  boolean: flag,
  array: (value) => (Array.isArray(value) ? value : null),
  object: (value) => (isObject(value) ? value : null),
  text: (value) => (text(value) !== null ? { type: 'text/markdown', content: value } : isObject(value) ? value : null),
}

const READER_OF: ReadonlyMap<string, (value: unknown) => unknown> = new Map(
  Object.entries(FIELD_TYPES).map(([name, type]) => [name, READERS[type]]),
)

/** The object with null for each described field of another type. The same object if there is none. */
export function withFieldTypes(object: Readonly<Record<string, unknown>>): Record<string, unknown> {
  let copy: Record<string, unknown> | undefined
  for (const name of Object.keys(object)) {
    const read = READER_OF.get(name)
    const value = read?.(object[name])
    if (!read || value === object[name]) continue
    copy ??= { ...object }
    copy[name] = value
  }
  return copy ?? object
}
