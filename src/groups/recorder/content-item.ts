import { at, identifier, number, text } from '../../base/json.ts'

/** A piece of a recording's content: a transcript, an outline, a summary or a note. */
export interface ContentItem {
  id: string | null
  /** The known kind of the item, see `KINDS`. Otherwise the product's own name, or null without one. */
  kind: string | null
  /** The product's name of the kind. */
  type: string | null
  /** 1 ready, 0 being generated, any other number failed. Null when the product omits it. */
  status: number | null
  /** The title of its tab. */
  name: string | null
  /** The template that it was made with. */
  template: string | null
  /** The URL of its text. Null without one. */
  link: string | null
}

/** The known kinds and the prefixes of their items' ids. The product's names of kinds change. */
const KINDS: Readonly<Record<string, string>> = {
  transaction: 'source_transaction',
  transaction_polish: 'source_transaction_polish',
  outline: 'source_outline',
  auto_sum_note: 'auto_sum',
  sum_multi_note: 'sum_multi',
  consumer_note: 'note',
  mark_memo: 'mark_memo',
  high_light: 'high_light',
}

/** Null for anything but an object. */
export function readContentItem(item: unknown): ContentItem | null {
  if (typeof item !== 'object' || item === null) return null
  const id = identifier(at(item, 'data_id'))
  const type = text(at(item, 'data_type'))
  return {
    id,
    kind: parseKind(type, id),
    type,
    status: number(at(item, 'task_status')),
    name: text(at(item, 'data_tab_name')) ?? text(at(item, 'data_title')),
    template: text(at(item, 'extra', 'used_template', 'template_id')) ?? text(at(item, 'extra', 'summ_type')),
    link: text(at(item, 'data_link')),
  }
}

function parseKind(type: string | null, id: string | null): string | null {
  if (type !== null && Object.hasOwn(KINDS, type)) return type
  const prefix = id?.split(':')[0]
  return Object.keys(KINDS).find((kind) => KINDS[kind] === prefix) ?? type
}
