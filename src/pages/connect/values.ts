import { useState } from 'preact/hooks'
import type { Account, Field, Values } from '../api/accounts.ts'
import { inForm } from '../paste/payment-fields.ts'
import { understand } from '../paste/understand.ts'
import { isWarning, type Remark } from '../paste/understood.ts'

/** The typed or pasted fields of an account, only in the memory of this page. */
export function useValues(account: Account) {
  const [values, setValues] = useState<Values>(() => initialValues(account))
  const [remarks, setRemarks] = useState<readonly Remark[]>([])
  const paste = (text: string) => {
    const understood = understand(account, text, Date.now())
    setValues({ ...values, ...understood.values })
    setRemarks(understood.remarks)
  }
  /** A paste into one field is parsed only if it contains more than the bare value. */
  const pasteInto = (field: Field, text: string): boolean => {
    const understood = understand(account, text, Date.now())
    const found = Object.keys(understood.values)
    if (found.length === 0 || (found.length === 1 && understood.values[field] === undefined)) return false
    setValues({ ...values, ...understood.values })
    setRemarks(understood.remarks)
    return true
  }
  const change = (field: Field, value: string) => {
    setValues({ ...values, [field]: value })
    // Warnings about the paste no longer apply.
    setRemarks(remarks.filter((remark) => !isWarning(remark)))
  }
  return { values, remarks, paste, pasteInto, change }
}

/** Most people connect a key on the day of its issue, in Korea. */
const initialValues = (account: Account): Values =>
  account === 'shop-seller' ? { issued_on: new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10) } : {}

/** What is sent: exactly the fields of the API, trimmed. */
export const sentValues = (values: Values, fields: readonly Field[]): Values =>
  inForm(Object.fromEntries(fields.map((field) => [field, (values[field] ?? '').trim()])))
