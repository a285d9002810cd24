import { type Account, type Product, productOf } from '../api/accounts.ts'
import type { KeyRecord, Report } from '../api/types.ts'

/**
 * Accounts while they are being chosen, by product. A product that is absent means its first account; an empty list is not
 * valid.
 */
export type AccountChoice = Readonly<Partial<Record<Product, readonly Account[]>>>

/** The products of which a key or a grant opens no account until the owner lists one. */
export const findClosed = ({
  needs_workspace_account,
}: Pick<KeyRecord, 'needs_workspace_account'>): readonly Product[] => (needs_workspace_account ? ['workspace'] : [])

/**
 * The products that leave a choice, with all their accounts: those that have several accounts, and those of which none is
 * open without a choice.
 */
export function findSeveral(
  reports: readonly Report[],
  closed: readonly Product[] = [],
): (readonly [product: Product, accounts: readonly Report[]])[] {
  const products = [...new Set(reports.map(({ account }) => productOf(account)))]
  return products
    .map((product) => [product, reports.filter(({ account }) => productOf(account) === product)] as const)
    .filter(([product, accounts]) => accounts.length > 1 || closed.includes(product))
}

/** What a list of accounts says of each product. */
export function toChoice(accounts: readonly Account[] | null): AccountChoice {
  const choice: Partial<Record<Product, Account[]>> = {}
  for (const account of accounts ?? []) {
    const listed = choice[productOf(account)] ?? []
    choice[productOf(account)] = [...listed, account]
  }
  return choice
}

/** What a full list says, where only the first account is no choice. */
export const toNarrowChoice = (accounts: readonly Account[]): AccountChoice => {
  const choice = toChoice(accounts)
  return onlyProducts(choice, (product) => choice[product]?.join() !== product)
}

/** The list of a choice. */
export const toAccounts = (choice: AccountChoice): Account[] => Object.values(choice).flat()

/** The choice without some products. */
export const onlyProducts = (choice: AccountChoice, isIncluded: (product: Product) => boolean): AccountChoice =>
  Object.fromEntries(Object.entries(choice).filter(([product]) => isIncluded(product as Product)))

export const isComplete = (choice: AccountChoice): boolean =>
  Object.values(choice).every((accounts) => accounts.length > 0)

/** All accounts that a choice means, of these products. */
export const listAccounts = (products: readonly Product[], choice: AccountChoice): Account[] =>
  products.flatMap((product) => choice[product] ?? [product])
