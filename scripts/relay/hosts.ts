import {
  isNotesHost,
  isPaymentHost,
  isRecorderHost,
  isShopHost,
  isSocialHost,
  isVideoHost,
  isWorkspaceHost,
} from '../../src/groups/hosts.ts'

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
