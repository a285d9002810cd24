import { isNotesHost } from '../../src/groups/notes/hosts.ts'
import { isPaymentHost } from '../../src/groups/payment/hosts.ts'
import { isRecorderHost } from '../../src/groups/recorder/hosts.ts'
import { isShopHost } from '../../src/groups/shop/hosts.ts'
import { isSocialHost } from '../../src/groups/social/hosts.ts'
import { isVideoHost } from '../../src/groups/video/hosts.ts'
import { isWorkspaceHost } from '../../src/groups/workspace/hosts.ts'

const PRODUCTS = [
  isRecorderHost,
  isNotesHost,
  isWorkspaceHost,
  isShopHost,
  isPaymentHost,
  isVideoHost,
  isSocialHost,
] as const

/** Whether a product of the gateway declares this host. The relay forwards to no other. */
export const isProductHost = (host: string): boolean => /^[a-z0-9.-]+$/.test(host) && PRODUCTS.some((has) => has(host))
