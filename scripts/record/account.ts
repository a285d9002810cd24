import { readFile } from 'node:fs/promises'
import { parseEnv } from 'node:util'

export interface Account {
  settings: Record<string, string>
  /** The account headers of requests, if the group uses them. */
  headers: Record<string, string>
}

/** Settings that are not secret. All others are credentials. */
const OPEN = /_(HOST|URL|VERSION)$|^(LICENCE|SERVICE_NAME|ALLOWED_ORIGINS|SUBREQUESTS)$/

export const isCredential = (setting: string): boolean => !OPEN.test(setting)

/**
 * The settings in a file such as `.dev.vars`.
 *
 * @throws Error that says what to do when the file is missing
 */
export async function readDevVars(file: string): Promise<Record<string, string>> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`${file} is missing: copy .dev.vars.example to it and fill in the account to record`)
  })
  return Object.fromEntries(
    Object.entries(parseEnv(text)).flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
  )
}

export function getSecrets({ settings, headers }: Account): Map<string, string> {
  const credentials = Object.entries(settings).filter(([name]) => isCredential(name))
  return new Map([...credentials, ...Object.entries(headers)].filter(([, value]) => value !== 'true'))
}

/**
 * The account of a group. Account headers are settings with their names, X_WORKSPACE_TOKEN for X-Workspace-Token.
 * Payments use the stored connection.
 */
export function accountFor(group: string, all: Record<string, string>): Account {
  const entries = Object.entries(all)
  const headers = entries.flatMap(([name, value]) => {
    const header = Object.keys(PLACEHOLDERS).find((known) => known.toUpperCase().replaceAll('-', '_') === name)
    return name.startsWith('X_') && header !== undefined ? [[header, value] as const] : []
  })
  const own = group === 'payment' ? [['X-Payment-Mode', 'true'] as const] : headers
  return {
    settings: Object.fromEntries(entries.filter(([name]) => !name.startsWith('X_'))),
    headers: group === 'workspace' || group === 'payment' ? Object.fromEntries(own) : {},
  }
}

/** Placeholders of credentials in a recording, in a valid format. A replay connects the account with them. */
export const PLACEHOLDERS: Readonly<Record<string, string>> = {
  RECORDER_TOKEN: 'recorded-recorder-token',
  NOTES_TOKEN: 'recorded.notes-token',
  WORKSPACE_TOKEN: 'ntn_recorded',
  SOCIAL_TOKEN: 'recorded-social-token',
  SHOP_VENDOR_ID: 'A00000000',
  SHOP_ACCESS_KEY: 'recorded-access-key',
  SHOP_SECRET_KEY: 'recorded-secret-key',
  SHOP_SESSION: 'session=recorded',
  PAYMENT_API_KEY: 'recorded-payment-key',
  PAYMENT_MEMBER_ID: 'recorded-member',
  PAYMENT_MERCHANT_ID: 'recorded-merchant',
  PAYMENT_BUSINESS_NUMBER: '0000000000',
  VIDEO_API_KEY: 'recorded-video-key',
  'X-Workspace-Token': 'ntn_recorded',
  'X-Workspace-Space-ID': '00000000-0000-4000-8000-000000000001',
  'X-Workspace-User-ID': '00000000-0000-4000-8000-000000000002',
}

/** The account for replaying a group's recording. */
export function placeholderAccount(group: string, { settings, headers }: Account): Account {
  const replaced = (values: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => {
        const isOpen = !isCredential(name) || value === 'true'
        const shown = PLACEHOLDERS[name] ?? (isOpen ? value : undefined)
        return shown === undefined ? [] : [[name, shown] as const]
      }),
    )
  const own = Object.entries(settings).filter(([name]) => name.startsWith(`${group.toUpperCase()}_`))
  return { settings: replaced(Object.fromEntries(own)), headers: replaced(headers) }
}
