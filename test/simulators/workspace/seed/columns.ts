import type { Column, Json } from '../state.ts'

export const option = (id: string, name: string, color = 'default') => ({ id, name, color, description: null })

/** A column whose id the product percent-encodes. */
export const column = (id: string, name: string, type: string, config: Json = {}): Column => ({
  id: encodeURIComponent(id),
  name,
  type,
  config,
})

export const title = (name = 'Name') => column('title', name, 'title')
