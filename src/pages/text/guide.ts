import type { Product } from '../api/accounts.ts'
import type { Language } from './common.ts'

/** How to find the credential of an account. Texts may contain **menus**, `code` and [links](https://...). */
export interface Guide {
  steps: readonly string[]
  notes: readonly string[]
  /** Names of settings and fields, for the person who runs the gateway. Shown under "Details". */
  details?: readonly string[]
  /** Steps that nobody has verified at the product. */
  uncertain: readonly string[]
}

/** Each guide is a separate file, because a page shows only one. */
export async function fetchGuide(product: Product): Promise<Readonly<Record<Language, Guide>>> {
  const { guide } = (await import(`./guides/${product}.ts`)) as { guide: Readonly<Record<Language, Guide>> }
  return guide
}

/** The index of the step with a bookmark to drag. */
export const BOOKMARK_STEPS: Partial<Record<Product, number>> = { recorder: 0 }

/** Examples of what people paste. */
export const EXAMPLES: Record<Product, string> = {
  recorder: '[["tokenstr","bearer ey…"]]',
  notes: 'id.secret',
  workspace: 'ntn_…',
  'shop-seller': 'Vendor ID: A00…\nAccess Key: …\nSecret Key: …',
  'shop-consumer': "curl 'https://mc.coupang.com/…' \\\n  -b '…'",
  payment: 'Host: …\nAPI Key: …\nMember ID: …',
  video: '…',
  social: '…',
}
