import { afterEach, beforeEach, vi } from 'vitest'
import { simulatedProducts } from '../../../scripts/support/products.ts'
import { ACCOUNT_SECRETS, type Product } from '../../../src/base/groups.ts'
import { ACCOUNT_CONNECTORS } from '../../../src/registry.ts'
import { Clock } from '../../simulators/clock.ts'
import type { Simulator } from '../../simulators/simulator.ts'
import { freshStorage } from '../../support/fresh.ts'
import { createWorldAt, holdDeadlines, type World } from '../../support/world.ts'
import { type Browser, openBrowser } from './browser.ts'

/** A deployment with all simulated products, with the owner signed in. */
export interface Deployment extends Browser {
  world: World
  /** The settings that connect every account. */
  connected: Record<string, string>
  getProduct(account: Product): Simulator
}

export async function deploy(overrides: Record<string, string> = {}): Promise<Deployment> {
  const clock = new Clock()
  const { simulators, settings } = simulatedProducts(clock)
  const world = createWorldAt(clock, ...simulators)
  holdDeadlines()
  const browser = openBrowser({ ...settings, ...overrides })
  await browser.signIn()
  const getProduct = (account: Product) => {
    const name = account.replace(/-.*/, '')
    const found = simulators.find((each, at) => each.name.includes(name) || ORDER[at] === name)
    if (!found) throw new Error(`no product of ${account}`)
    return found
  }
  return { ...browser, world, connected: settings, getProduct }
}

/** The groups of the simulators of `npm start`, in their order. */
const ORDER = ['recorder', 'notes', 'workspace', 'shop', 'payment', 'video', 'social']

/** The fields of an account's credential, from settings. */
export const getFields = (account: Product, settings: Readonly<Record<string, string>>) => {
  const found = ACCOUNT_CONNECTORS.find((each) => each.account === account)
  return Object.fromEntries(
    Object.entries(found?.fields ?? {}).map(([field, setting]) => [field, settings[setting] ?? '']),
  )
}

/** The settings without those of an account. */
export const withoutAccount = (account: Product): Record<string, string> =>
  Object.fromEntries(ACCOUNT_SECRETS[account].map((name) => [name, '']))

/** Registers hooks for every file here, so that tests share no state. */
export function startAnew(): void {
  beforeEach(freshStorage)
  afterEach(() => vi.restoreAllMocks())
}
