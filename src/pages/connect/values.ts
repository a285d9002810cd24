import { useState } from 'preact/hooks'
import type { SecretKind } from '../../base/misplaced.ts'
import { FIELDS, type Field, type Product, type Values } from '../api/accounts.ts'
import {
  type Flaw,
  isWarning,
  normalizeValues,
  type PasteNote,
  type PasteResult,
  putKeysInPlace,
} from '../paste/fields.ts'
import { findMissing, parsePaste } from '../paste/parse.ts'
import type { ConnectingTexts } from '../text/connecting.ts'
import type { FirstTexts } from '../text/first.ts'

/** Says which secret is misplaced, and where it belongs. @param isOwner whether the reader can paste it there */
export function describeMisplaced(
  { misplaced }: ConnectingTexts,
  products: FirstTexts['products'],
  secret: SecretKind,
  belongsTo: Product | undefined,
  isOwner: boolean,
): string {
  const { sentNowhere } = misplaced
  if (belongsTo === undefined)
    return `${misplaced.noProduct[secret as keyof typeof misplaced.noProduct]} ${sentNowhere}`
  const product = products[belongsTo]
  if (!isOwner) return `${misplaced.notHere(product)} ${sentNowhere}`
  return `${secret === 'vendor_id' ? misplaced.vendorId(product) : misplaced.anotherProduct(product)} ${sentNowhere}`
}

interface Entered extends Pick<PasteResult, 'workspaces' | 'owner'> {
  values: Values
  notes: readonly PasteNote[]
}

/** The typed or pasted fields of an account, only in the memory of this page. */
export function useValues(product: Product, onChange: () => void) {
  const [{ values, notes, workspaces, owner }, setEntered] = useState<Entered>(() => ({
    values: initialValues(product),
    notes: [],
  }))
  const enter = (entered: Entered) => {
    setEntered(entered)
    onChange()
  }
  const take = (result: PasteResult) =>
    enter({
      values: mergeValues(product, values, result.values),
      notes: result.notes,
      ...(result.workspaces && { workspaces: result.workspaces }),
      ...(result.owner && { owner: result.owner }),
    })
  /** @returns whether the text had something for the account */
  const paste = (text: string): boolean => {
    const result = parsePaste(product, text, Date.now())
    take(result)
    return Object.keys(result.values).length > 0
  }
  /** A paste into one field is parsed only if it contains more than the bare value. */
  const pasteInto = (field: Field, text: string): boolean => {
    const result = parsePaste(product, text, Date.now())
    const found = Object.keys(result.values)
    const isRefused = result.notes.some(({ type }) => REFUSED.has(type))
    if (!isRefused && (found.length === 0 || (found.length === 1 && result.values[field] === undefined))) return false
    take(result)
    return true
  }
  const change = (field: Field, value: string) =>
    // Warnings about the paste no longer apply.
    enter({ values: { ...values, [field]: value }, notes: notes.filter((note) => !isWarning(note)) })
  /** Says why the present values are not sent. */
  const complain = (flaw: Flaw) => setEntered({ values, notes: [flaw] })
  const isEntered = FIELDS[product].some((field) => field !== 'issued_on' && values[field])
  return { values, notes, workspaces, owner, isEntered, paste, pasteInto, change, complain }
}

/** Pastes of these kinds do not even fill the field that they were pasted into. */
const REFUSED: ReadonlySet<PasteNote['type']> = new Set(['other_host', 'misplaced', 'no_secret_part'])

/**
 * The values after a paste. One value joins the others, because some people paste one by one. Several replace all of
 * them, and so does a paste without any once everything was there: what it should replace may belong to somebody else.
 */
export function mergeValues(product: Product, before: Values, found: Values): Values {
  const count = Object.keys(found).length
  const joins = count === 1 || (count === 0 && findMissing(product, before).length > 0)
  const isAlone = FIELDS[product].length === 1
  return { ...(joins && !isAlone ? before : keepDate(before)), ...found }
}

const keepDate = ({ issued_on }: Values): Values => ({ ...(issued_on !== undefined && { issued_on }) })

/** Most people connect a key on the day of its issue, in Korea. */
const initialValues = (product: Product): Values =>
  product === 'shop-seller' ? { issued_on: new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10) } : {}

/** The values to send: exactly the fields of the API, trimmed and in their places. */
export const sentValues = (values: Values, fields: readonly Field[]): Values =>
  putKeysInPlace(normalizeValues(Object.fromEntries(fields.map((field) => [field, (values[field] ?? '').trim()]))))
