import type { Account } from '../api/accounts.ts'

/** How to find the credential of an account. Texts may contain **menus**, `code` and [links](https://...). */
export interface Guide {
  steps: readonly string[]
  notes: readonly string[]
  /** What is uncertain outside of the product (see the product facts). */
  uncertain: readonly string[]
}

export type Guides = Record<Account, Guide>

/** Copies only the rows with tokens from the recorder's page (recorder facts, 4.1). */
export const RECORDER_SNIPPET =
  'copy(JSON.stringify(Object.entries(localStorage).filter(([key]) => /tokenstr$|workspaceList$/.test(key))))'

/** A line to copy, and the index of the step that mentions it. */
export const SNIPPETS: Partial<Record<Account, { step: number; line: string }>> = {
  recorder: { step: 2, line: RECORDER_SNIPPET },
}

/** Examples of what people paste. */
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
