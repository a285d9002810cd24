import { useRef, useState } from 'preact/hooks'
import type { SecretKind } from '../../base/misplaced.ts'
import { FIELDS, type Field, type Product, type Values } from '../api/accounts.ts'
import { type Flaw, findMissing, isWarning, type PasteNote, type PasteResult } from '../paste/notes.ts'
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
  const { sentNowhere, sentToNoProduct } = misplaced
  // Only the gateway knows its own keys, so it was asked.
  const isOwnKey = secret === 'admin_key' || secret === 'gateway'
  if (belongsTo === undefined)
    return `${misplaced.noProduct[secret as keyof typeof misplaced.noProduct]} ${isOwnKey ? sentToNoProduct : sentNowhere}`
  const product = products[belongsTo]
  if (!isOwner) return `${misplaced.notHere(product)} ${sentNowhere}`
  return `${secret === 'vendor_id' ? misplaced.vendorId(product) : misplaced.anotherProduct(product)} ${sentNowhere}`
}

interface Entered extends Pick<PasteResult, 'workspaces' | 'owner'> {
  values: Values
  notes: readonly PasteNote[]
}

/** Asks the gateway whether a text is one of its own keys, which only the gateway knows. */
export type Recognize = (text: string) => Promise<'admin_key' | 'gateway' | null>

/** A text that may be a key of the gateway: one line, of at least the length of an admin key. */
const MAY_BE_KEY = /^[^\r\n]{20,256}$/

/** Why a paste gives nothing, as far as its form shows it. */
const UNKNOWN: ReadonlySet<PasteNote['type']> = new Set(['nothing', 'no_secret_part', 'cut'])

/**
 * The typed or pasted fields of an account, only in the memory of this page.
 *
 * @param recognize for a text that is no value of the account; absent where nobody may know the answer
 */
export function useValues(product: Product, onChange: () => void, recognize?: Recognize) {
  const [{ values, notes, workspaces, owner }, setEntered] = useState<Entered>({ values: {}, notes: [] })
  const [unread, setUnread] = useState<unknown>()
  const reading = useRef<Promise<unknown>>(undefined)
  const take = (result: PasteResult) => {
    setEntered((last) => ({
      values: mergeValues(product, last.values, result.values),
      notes: result.notes,
      ...(result.workspaces && { workspaces: result.workspaces }),
      ...(result.owner && { owner: result.owner }),
    }))
    onChange()
  }
  /** Says of a text that is no value of the account whether it is a key of the gateway, unless another one came. */
  const explain = async (word: string, shown: readonly PasteNote[]) => {
    if (!recognize || !shown.some(({ type }) => UNKNOWN.has(type)) || !MAY_BE_KEY.test(word)) return
    const secret = await recognize(word).catch(() => null)
    if (secret === null) return
    setEntered((last) =>
      last.notes === shown ? { ...last, notes: [{ type: 'misplaced', secret, belongsTo: undefined }] } : last,
    )
  }
  /** Undefined if the reader does not load, which the form says. */
  const read = async (text: string): Promise<(PasteResult & { word: string }) | undefined> => {
    setUnread(undefined)
    try {
      const { parsePaste, unwrap } = await loadReader()
      return { ...parsePaste(product, text, Date.now()), word: unwrap(text) }
    } catch (failure) {
      setUnread(failure)
      return undefined
    }
  }
  const takePaste = async (text: string): Promise<boolean> => {
    const result = await read(text)
    if (!result) return false
    take(result)
    explain(result.word, result.notes)
    return Object.keys(result.values).length > 0
  }
  const takePasteInto = async (field: Field, text: string): Promise<boolean> => {
    const result = await read(text)
    if (!result) return true
    const found = Object.keys(result.values)
    const isRefused = result.notes.some(({ type }) => REFUSED.has(type))
    if (!isRefused && (found.length === 0 || (found.length === 1 && result.values[field] === undefined))) return false
    take(result)
    explain(result.word, result.notes)
    return true
  }
  const noteReading = (work: Promise<boolean>) => {
    reading.current = work
    return work
  }
  /** @returns whether the text had something for the account */
  const paste = (text: string) => noteReading(takePaste(text))
  /** A paste into one field is parsed only if it contains more than the bare value. */
  const pasteInto = (field: Field, text: string) => noteReading(takePasteInto(field, text))
  /** Ends when the form shows what was pasted. */
  const pasted = async () => {
    if (!reading.current) return
    await reading.current
    // The form is drawn before the next task.
    await new Promise((resolve) => setTimeout(resolve))
  }
  const change = (field: Field, value: string) => {
    setEntered((last) => ({
      values: { ...last.values, [field]: value },
      // Warnings about the paste no longer apply.
      notes: last.notes.filter((note) => !isWarning(note)),
    }))
    onChange()
  }
  /** Says why the present values are not sent. */
  const complain = (flaw: Flaw, word: string) => {
    const shown = [flaw]
    setEntered((last) => ({ values: last.values, notes: shown }))
    explain(word, shown)
  }
  const isEntered = FIELDS[product].some((field) => field !== 'issued_on' && values[field])
  return { values, notes, workspaces, owner, unread, isEntered, paste, pasteInto, pasted, change, complain }
}

/** The code that reads what people paste. It is not small, and is loaded with the first text. */
export const loadReader = () => import('../paste/parse.ts')

/** Pastes of these kinds do not even fill the field that they were pasted into. */
const REFUSED: ReadonlySet<PasteNote['type']> = new Set(['other_host', 'misplaced', 'no_secret_part', 'ended'])

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
