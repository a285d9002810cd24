/** An operation as the command of the package calls it, generated from the gateway's declarations. */
export interface CommandOperation {
  readonly id: string
  readonly summary: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  /** Whether it takes a JSON body. */
  readonly hasBody: boolean
  /** The fields of its path, its query and its body. */
  readonly fields: readonly CommandField[]
  /** The headers that it takes in addition to the API key. */
  readonly headers: readonly string[]
}

export interface CommandField {
  readonly name: string
  readonly place: 'param' | 'query' | 'json'
  /** For the help: `string`, `integer`, `boolean`, `array` and so on. */
  readonly type: string
  readonly isRequired: boolean
  /** Whether null removes the value. */
  readonly isNullable?: boolean
  /** The fields of an object. */
  readonly fields?: readonly CommandField[]
  readonly description: string
}
