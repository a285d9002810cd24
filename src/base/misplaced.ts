import type { Product, SecretName } from './groups.ts'

const WHAT: Readonly<Record<SecretKind, string>> = {
  admin_key: 'this is the admin key of the gateway, which belongs to no account',
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

/** Describes a misplaced secret and its right place, for a caller. Contains nothing of the secret. */
export const describeMisplaced = ({ secret }: KnownSecret): string => `${WHAT[secret]}. Nothing was sent`

export const SECRET_KINDS = [
  'admin_key',
  'gateway',
  'notion',
  'plaud',
  'google',
  'threads',
  'tiro',
  'vendor_id',
  'notification',
  'address',
] as const
export type SecretKind = (typeof SECRET_KINDS)[number]

/** The kind of a pasted text, as far as its form shows it. */
export interface KnownSecret {
  readonly secret: SecretKind
  /** The account that it belongs to. Undefined for what belongs to none. */
  readonly belongsTo?: Product
}

export const GATEWAY_KEY: KnownSecret = { secret: 'gateway' }
export const ADMIN_KEY: KnownSecret = { secret: 'admin_key' }

/**
 * The forms of text that people have in their clipboard while they connect accounts. The first form that fits a word
 * counts.
 */
const FORMS: readonly (KnownSecret & { readonly form: RegExp })[] = [
  { ...GATEWAY_KEY, form: /^lk_[\dA-Za-z]{8,}$/ },
  { secret: 'notion', belongsTo: 'workspace', form: /^(?:ntn|secret)_[\w-]+$/ },
  { secret: 'plaud', belongsTo: 'recorder', form: /^eyJ[\w-]+/ },
  { secret: 'google', belongsTo: 'video', form: /^AIza[\w-]+$/ },
  { secret: 'threads', belongsTo: 'social', form: /^TH(?:A|Q[A-Z])\w{6,}$/ },
  { secret: 'vendor_id', belongsTo: 'shop-seller', form: /^A\d{8}$/ },
  { secret: 'notification', form: /^whsec_[\w+/-]+$/ },
  { secret: 'address', form: /^["'`<]*(?:https?:\/\/|www\.|(?:[\w-]+\.)*notion\.(?:so|site)(?:\/|$))/i },
  // `<id>.<secret>`. A JWT has two dots.
  { secret: 'tiro', belongsTo: 'notes', form: /^[\w-]{2,}\.[\w-]{6,}$/ },
]

/** A named key within any text, such as JSON or a header. */
const NAMED_KEY = /(?<![\dA-Za-z])lk_[\dA-Za-z]{49}(?![\dA-Za-z])/

/** Known forms that are right in a place. */
const EXPECTED: Partial<Record<SecretName, readonly SecretKind[]>> = {
  RECORDER_TOKEN: ['plaud'],
  NOTES_TOKEN: ['tiro'],
  WORKSPACE_TOKEN: ['notion'],
  VIDEO_API_KEY: ['google'],
  SOCIAL_TOKEN: ['threads'],
  SHOP_VENDOR_ID: ['vendor_id'],
  PAYMENT_HOST: ['address', 'tiro'],
  // The vendor chooses these, in any form.
  PAYMENT_MEMBER_ID: ['gateway', 'vendor_id', 'tiro'],
  PAYMENT_MERCHANT_ID: ['gateway', 'vendor_id', 'tiro'],
}

/**
 * Texts that may hold anything: cookies, the session of a workspace (`v03:eyJ...`), and the storage of a browser with
 * tokens of the recorder, which alone are sent.
 */
const OPEN: Partial<Record<SecretName, RegExp>> = {
  SHOP_SESSION: /^(?:cookie:)?\s*[^\s:/=]+=[^=]|;\s*[^\s=;]+=/i,
  WORKSPACE_TOKEN: /^v\d+(?::|%3A)/i,
  RECORDER_TOKEN: /(?<![\w-])(eyJ[\w-]{10,}|pld_)/,
}

/**
 * The secret in a text for this place that belongs elsewhere, by its form alone. Undefined for what belongs here, and
 * for every form that is not known.
 */
export function findMisplaced(place: SecretName, text: string): KnownSecret | undefined {
  if (NAMED_KEY.test(text)) return GATEWAY_KEY
  if (OPEN[place]?.test(text)) return undefined
  const words = [text.trim(), ...text.split(/[\s"'`“”‘’<>(){}[\],;:=&?|\\]+/)]
  const known = words.flatMap((word) => FORMS.find(({ form }) => form.test(word)) ?? [])
  return known.find(({ secret }) => !EXPECTED[place]?.includes(secret))
}
