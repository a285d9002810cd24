export interface Hit {
  /** The part of the recording that matched. Null when the product omits it. */
  source: string | null
  text: string
  /** Milliseconds from the start. */
  start_time?: number
  speaker?: string
}

export interface SearchResult {
  id: string
  filename: string | null
  /** Epoch milliseconds. */
  start_time: number | null
  hits: Hit[]
}
