import type { Json } from '../../json-schema.ts'

/** A list of the account that a person chooses from (`x-lists`). */
export interface List {
  readonly label: string
  readonly operation: string
  readonly input: Readonly<Record<string, Json>>
  /** The field of the operation that finds by words. Without it, the connector filters what it got. */
  readonly search?: string
  /** The fields that name an item, and the one that is its value. */
  readonly names: readonly string[]
  readonly value: string
}

export type ListName = 'recordings' | 'folders' | 'notes' | 'tables' | 'pages' | 'posts' | 'bills' | 'carriers'

export const LISTS: Readonly<Record<ListName, List>> = {
  recordings: {
    label: 'Recordings',
    operation: 'recorder_list_files',
    input: { limit: 100 },
    names: ['filename'],
    value: 'id',
  },
  folders: { label: 'Folders', operation: 'recorder_list_tags', input: {}, names: ['name'], value: 'id' },
  notes: {
    label: 'Notes',
    operation: 'notes_list_notes',
    input: {},
    search: 'keyword',
    names: ['title'],
    value: 'guid',
  },
  tables: {
    label: 'Tables',
    operation: 'workspace_search',
    input: { type: 'data_source' },
    search: 'query',
    names: ['title'],
    value: 'id',
  },
  pages: {
    label: 'Pages',
    operation: 'workspace_search',
    input: { type: 'page' },
    search: 'query',
    names: ['title'],
    value: 'id',
  },
  posts: { label: 'Posts', operation: 'social_list_posts', input: { limit: 100 }, names: ['text'], value: 'id' },
  bills: {
    label: 'Bills',
    operation: 'payment_list_bills',
    input: {},
    search: 'q',
    names: ['member_nm', 'product_nm', 'price'],
    value: 'bill_id',
  },
  carriers: { label: 'Carriers', operation: 'shop_list_carriers', input: {}, names: ['name'], value: 'code' },
}

/** What a person fills in for a column of a table, by its type (`x-column-kinds`). The product computes all others by itself. */
export const COLUMNS: Readonly<Record<string, 'line' | 'text' | 'number' | 'boolean' | 'date' | 'choice' | 'list'>> = {
  title: 'line',
  rich_text: 'text',
  number: 'number',
  select: 'choice',
  status: 'choice',
  multi_select: 'list',
  date: 'date',
  people: 'list',
  checkbox: 'boolean',
  url: 'line',
  email: 'line',
  phone_number: 'line',
  relation: 'list',
  files: 'list',
}
