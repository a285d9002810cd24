import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow'

/** How the value of a parameter is sent. A text, number or boolean is sent as it is. */
export type Kind = 'list' | 'commas' | 'time' | 'day' | 'json' | 'items' | 'columns' | 'row'

/** How an operation is sent. The printed modules describe all of them. */
export interface Operation {
  readonly method: IHttpRequestMethods
  /** With `:name` for a field in the path. */
  readonly path: string
  readonly fields: Readonly<Record<string, readonly [place: 'path' | 'query' | 'body', kind?: Kind]>>
  /** It accepts an Idempotency-Key. */
  readonly isOnce?: boolean
  readonly headers?: Readonly<Record<string, string>>
  /** The path of the list in the answer, each of whose items becomes one of the workflow. */
  readonly items?: string
  /** The path of the list with what became of each thing that a write was asked to do, and its error. */
  readonly batch?: string
  /** The path of the answer in an envelope that says nothing else. */
  readonly answer?: string
  /** For pages: each field of the request with the path of its next value in the answer, and their place. */
  readonly next?: readonly (readonly [field: string, path: string])[]
  readonly pages?: 'query' | 'body'
  /** The field that says how many items a page has, and the most that it accepts. */
  readonly size?: readonly [field: string, largest: number]
  /** What the first page is asked with. */
  readonly first?: Readonly<Record<string, number>>
  /** The field that replaces pages. */
  readonly window?: string
  /** The path of a link in the answer whose file can be downloaded. */
  readonly file?: string
}

export type Operations = Readonly<Record<string, Operation>>

/** The value at a path with dots. */
export const valueAt = (body: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as IDataObject | null | undefined)?.[name], body)
