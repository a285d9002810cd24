import type { OpenApi } from './openapi.ts'
import { type Reference, readReference } from './read.ts'

/** The document of this deployment. Throws an Error that says why it cannot be read. */
export async function fetchReference(): Promise<Reference> {
  const response = await fetch('/openapi.json')
  if (!response.ok) throw new Error(`openapi.json answers ${response.status}`)
  return readReference((await response.json()) as OpenApi)
}
