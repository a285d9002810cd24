import type { AccountConnectors } from './accounts/connectable.ts'
import { notesAccount } from './groups/notes/connectable.ts'
import { paymentAccount } from './groups/payment/connectable.ts'
import { recorderAccount } from './groups/recorder/connectable.ts'
import { consumerAccount, sellerAccount } from './groups/shop/connectable.ts'
import { socialAccount } from './groups/social/connectable.ts'
import { videoAccount } from './groups/video/connectable.ts'
import { workspaceAccount } from './groups/workspace/connectable.ts'

/** The accounts of a deployment. A group declares its own, and knows no other group's. */
export const CONNECTABLES: AccountConnectors = [
  recorderAccount,
  notesAccount,
  workspaceAccount,
  sellerAccount,
  consumerAccount,
  paymentAccount,
  videoAccount,
  socialAccount,
]
