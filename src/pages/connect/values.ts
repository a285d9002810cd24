import { useState } from 'preact/hooks'
import type { SecretKind } from '../../base/misplaced.ts'
import { type Account, FIELDS, type Field, type Values } from '../api/accounts.ts'
import { type Flaw, inForm, inPlace, isWarning, type Remark, type Understood } from '../paste/fields.ts'
import { findMissing, understand } from '../paste/understand.ts'
import type { Texts } from '../text/texts.ts'

/** What a misplaced secret is, and where it belongs. @param isOwner whether the reader can paste it there */
export function describeMisplaced(
  { connecting: { misplaced }, products }: Pick<Texts, 'connecting' | 'products'>,
  secret: SecretKind,
  belongsTo: Account | undefined,
  isOwner: boolean,
): string {
  const { sentNowhere } = misplaced
  if (belongsTo === undefined) return `${misplaced.ofNone[secret as keyof typeof misplaced.ofNone]} ${sentNowhere}`
  const product = products[belongsTo]
  if (!isOwner) return `${misplaced.notHere(product)} ${sentNowhere}`
  return `${secret === 'vendor_id' ? misplaced.vendorId(product) : misplaced.ofProduct(product)} ${sentNowhere}`
}

interface Entered extends Pick<Understood, 'workspaces'> {
  values: Values
  remarks: readonly Remark[]
}

/** The typed or pasted fields of an account, only in the memory of this page. */
export function useValues(account: Account, onChange: () => void) {
  const [{ values, remarks, workspaces }, setEntered] = useState<Entered>(() => ({
    values: initialValues(account),
    remarks: [],
  }))
  const enter = (entered: Entered) => {
    setEntered(entered)
    onChange()
  }
  const take = (understood: Understood) =>
    enter({
      values: mergeValues(account, values, understood.values),
      remarks: understood.remarks,
      ...(understood.workspaces && { workspaces: understood.workspaces }),
    })
  const paste = (text: string) => take(understand(account, text, Date.now()))
  /** A paste into one field is parsed only if it contains more than the bare value. */
  const pasteInto = (field: Field, text: string): boolean => {
    const understood = understand(account, text, Date.now())
    const found = Object.keys(understood.values)
    const isRefused = understood.remarks.some(({ says }) => REFUSED.has(says))
    if (!isRefused && (found.length === 0 || (found.length === 1 && understood.values[field] === undefined)))
      return false
    take(understood)
    return true
  }
  const change = (field: Field, value: string) =>
    // Warnings about the paste no longer apply.
    enter({ values: { ...values, [field]: value }, remarks: remarks.filter((remark) => !isWarning(remark)) })
  /** Says why the present values are not sent. */
  const complain = (flaw: Flaw) => setEntered({ values, remarks: [flaw] })
  const isEntered = FIELDS[account].some((field) => field !== 'issued_on' && values[field])
  return { values, remarks, workspaces, isEntered, paste, pasteInto, change, complain }
}

/** What does not even fill the field that it was pasted into. */
const REFUSED: ReadonlySet<Remark['says']> = new Set(['other_host', 'misplaced', 'no_secret_part'])

/**
 * The values after a paste. One value joins the others, because some people paste one by one. Several replace all of
 * them, and so does a paste without any once everything was there: what it should replace may belong to somebody else.
 */
export function mergeValues(account: Account, before: Values, found: Values): Values {
  const count = Object.keys(found).length
  const joins = count === 1 || (count === 0 && findMissing(account, before).length > 0)
  const isAlone = FIELDS[account].length === 1
  return { ...(joins && !isAlone ? before : keepDate(before)), ...found }
}

const keepDate = ({ issued_on }: Values): Values => ({ ...(issued_on !== undefined && { issued_on }) })

/** Most people connect a key on the day of its issue, in Korea. */
const initialValues = (account: Account): Values =>
  account === 'shop-seller' ? { issued_on: new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10) } : {}

/** What is sent: exactly the fields of the API, trimmed and in their places. */
export const sentValues = (values: Values, fields: readonly Field[]): Values =>
  inPlace(inForm(Object.fromEntries(fields.map((field) => [field, (values[field] ?? '').trim()]))))
