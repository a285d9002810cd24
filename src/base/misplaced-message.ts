import type { KnownSecret, SecretKind } from './misplaced-secret.ts'

const WHAT: Readonly<Record<SecretKind, string>> = {
  gateway: 'this is a key of the gateway, which belongs to no account',
  notion: belongsTo('Notion'),
  plaud: belongsTo('Plaud'),
  google: belongsTo('YouTube'),
  threads: belongsTo('Threads'),
  tiro: belongsTo('Tiro'),
  vendor_id: belongsTo('Coupang WING', 'a vendor id'),
  notification: 'this is the signing secret of a notification, for the program that receives it',
  address: 'this is an address: copy the secret itself',
}

function belongsTo(product: string, what = 'a secret'): string {
  return `this is ${what} of ${product}. Paste it under ${product}`
}

/** What a misplaced secret is and where it belongs, for a caller. Contains nothing of the secret. */
export const describeMisplaced = ({ secret }: KnownSecret): string => `${WHAT[secret]}. Nothing was sent`
