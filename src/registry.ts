import type { AccountConnectors } from './accounts/accounts.ts'
import { notesAccount } from './groups/notes/account.ts'
import { paymentAccount } from './groups/payment/account.ts'
import { recorderAccount } from './groups/recorder/account.ts'
import { consumerAccount, sellerAccount } from './groups/shop/account.ts'
import { socialAccount } from './groups/social/account.ts'
import { videoAccount } from './groups/video/account.ts'
import { workspaceAccount } from './groups/workspace/account.ts'

/** The accounts of a deployment. Each group declares its own and does not know the others. */
export const ACCOUNT_CONNECTORS: AccountConnectors = [
  recorderAccount,
  notesAccount,
  workspaceAccount,
  sellerAccount,
  consumerAccount,
  paymentAccount,
  videoAccount,
  socialAccount,
]
