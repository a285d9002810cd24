import { type Account, type Product, productOf } from '../api/accounts.ts'
import type { Report } from '../api/types.ts'

/**
 * Accounts while they are being chosen, by product. A product that is absent means its first account; an empty list is not
 * valid.
 */
export type AccountChoice = Readonly<Partial<Record<Product, readonly Account[]>>>

/** The products that leave a choice, because they have several accounts, with all of these. */
export function findSeveral(reports: readonly Report[]): (readonly [product: Product, accounts: readonly Report[]])[] {
  const products = [...new Set(reports.map(({ account }) => productOf(account)))]
  return products
    .map((product) => [product, reports.filter(({ account }) => productOf(account) === product)] as const)
    .filter(([, accounts]) => accounts.length > 1)
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
