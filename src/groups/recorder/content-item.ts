import { at, identifier, number, text } from '../../base/lenient-json.ts'

/** A piece of a recording's content: a transcript, an outline, a summary or a note (recorder facts, 6.4). */
export interface ContentItem {
  id: string | null
  /** The known kind that it is of, see `KINDS`; else the product's own word, or null without one. */
  kind: string | null
  /** The kind in the product's own word. */
  type: string | null
  /** 1 ready, 0 being generated, another number failed; null where the product does not say. */
  status: number | null
  /** What a tab of it is called. */
  name: string | null
  /** The template that made it. */
  template: string | null
  /** Where its text is fetched, null where it has no link. */
  link: string | null
}

/** The known kinds, and how the ids of their items begin: the product's words for kinds change (recorder facts, 4.1). */
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

/** Null for what is no object. */
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
