import type { Account } from '../api/accounts.ts'

/** How the credential of an account is found. Texts may hold **menus**, `code` and [links](https://...). */
export interface Guide {
  steps: readonly string[]
  notes: readonly string[]
  /** What nobody outside the product can be sure of (the facts of the product say so). */
  uncertain: readonly string[]
}

export type Guides = Record<Account, Guide>

/** Copies the rows that hold tokens, and no others, from the page of the recorder (recorder facts, 4.1). */
export const RECORDER_SNIPPET =
  'copy(JSON.stringify(Object.entries(localStorage).filter(([key]) => /tokenstr$|workspaceList$/.test(key))))'

/** A line to copy, with the number of the step from 0 that speaks of it. */
export const SNIPPETS: Partial<Record<Account, { step: number; line: string }>> = {
  recorder: { step: 2, line: RECORDER_SNIPPET },
}

/** How what people paste looks like. */
export const EXAMPLES: Record<Account, string> = {
  recorder: '[["tokenstr","bearer ey…"]]',
  notes: 'id.secret',
  workspace: 'ntn_…',
  'shop-seller': 'Vendor ID: A00…\nAccess Key: …\nSecret Key: …',
  'shop-consumer': "curl 'https://mc.coupang.com/…' \\\n  -b '…'",
  payment: 'PAYMENT_HOST=…\nPAYMENT_API_KEY=…',
  video: '…',
  social: '…',
}
