import type { SecretKind } from '../../base/misplaced.ts'
import {
  isOfficialLogin,
  isOfficialToken,
  type RecorderToken,
  type TokenKind,
  tokensInJson,
  tokensInText,
} from '../../groups/recorder/tokens.ts'
import { type Account, FIELDS, type Field, type Values } from '../api/accounts.ts'

/** What the page says about a paste. The texts are in the dictionaries. */
export type Remark =
  | { says: 'request'; form: 'curl' | 'powershell' }
  | { says: 'cookies'; count: number }
  | { says: 'token'; kind: TokenKind | undefined; endsAt: number | undefined }
  | { says: 'fields'; fields: readonly Field[] }
  /** The following are shown as warnings. */
  | { says: 'no_cookie' }
  | { says: 'other_host'; host: string }
  | { says: 'ended' }
  | { says: 'only_workspace_token' }
  | { says: 'official_login' }
  | Flaw
  | { says: 'cut' }
  | { says: 'nothing' }

/** Why values are not sent. */
export type Flaw =
  | { says: 'no_secret_part' }
  | { says: 'misplaced'; secret: SecretKind; belongsTo: Account | undefined }

export interface Understood {
  /** The API fields that were found. */
  values: Values
  remarks: readonly Remark[]
}

const GOOD: ReadonlySet<Remark['says']> = new Set(['request', 'cookies', 'token', 'fields'])

export const isWarning = ({ says }: Remark): boolean => !GOOD.has(says)

export const NOTHING: Understood = { values: {}, remarks: [{ says: 'nothing' }] }

/** What surrounds a copied value: spaces, quotes, `Bearer`, the name of a header or setting. */
const AROUND: readonly RegExp[] = [
  /^(["'`])(.*)\1[,;]?$/s,
  /^()(?:authorization\s*:\s*)?bearer\s+(.*)$/is,
  /^()(?:authorization)\s*:\s*(.*)$/is,
  /^()(?:export\s+|set\s+|\$env:)?[A-Za-z_]{2,40}\s*=\s*(\S.*)$/s,
  /^()"?(?:(?:pld_|plaud_)?tokenstr|(?:api_?key|token))"?\s*[:\t]\s*(.*)$/is,
]

/** A value without what people copy along with it. */
export function unwrapped(pasted: string): string {
  const text = pasted.replaceAll(/[\u200B\uFEFF]/g, '').trim()
  for (const wrapping of AROUND) {
    const inner = wrapping.exec(text)?.[2]
    if (inner !== undefined && !isPadding(inner)) return unwrapped(inner)
  }
  return text
}

/** `name==` is the end of a base64 value, not a name with a value. */
const isPadding = (inner: string) => /^=*$/.test(inner)

/** The value of a JSON text. Undefined for invalid JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** JSON that may follow a name or be inside quotes, as consoles show it. */
function jsonWithin(text: string): unknown {
  const whole = parsedJson(text)
  if (typeof whole === 'string' && /^\s*[[{]/.test(whole)) return jsonWithin(whole)
  if (typeof whole === 'object' && whole !== null) return whole
  const start = text.search(/[[{]/)
  const end = Math.max(text.lastIndexOf(']'), text.lastIndexOf('}'))
  const inner = start >= 0 && end > start ? parsedJson(text.slice(start, end + 1)) : undefined
  return typeof inner === 'object' && inner !== null ? inner : undefined
}

/** The names of a field in vendors' messages, ignoring case, spaces, `_` and `-`. */
type Names = Partial<Record<Field, readonly string[]>>

/** How the value of a field looks, where nothing else looks like it. */
type Forms = Partial<Record<Field, RegExp>>

const findByForm = (text: string, forms: Forms): Values =>
  Object.fromEntries(
    Object.entries(forms).flatMap(([field, form]) => {
      const [value] = form.exec(text) ?? []
      return value ? [[field, value]] : []
    }),
  )

/**
 * Finds fields by name: in JSON, and in lines such as `NAME=value`, `name: value` or a name above its value, in English
 * and Korean. The first value of a field is used.
 */
function labelled(text: string, names: Names): Values {
  const json = jsonWithin(text)
  const pairs = json === undefined ? pairsOfLines(text, names) : pairsOfJson(json)
  const values: Values = {}
  for (const [label, value] of pairs) {
    const field = parseField(label, names)
    if (field && value !== '') values[field] ??= value
  }
  return values
}

function* pairsOfJson(value: unknown): Generator<[string, string]> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === 'string' || typeof inner === 'number') yield [key, String(inner).trim()]
    else yield* pairsOfJson(inner)
  }
}

function* pairsOfLines(text: string, names: Names): Generator<[string, string]> {
  const lines = text
    // Several on one line: `Vendor ID: A1, Access Key: k`.
    .replaceAll(/[,;]\s+(?=[^:=,;\n]{2,30}[:=：])/g, '\n')
    .split(/\r?\n/)
    .flatMap((line) => cutAtNames(line, names))
    .map((line) => line.trim())
    .filter((line) => line !== '')
  for (const [place, line] of lines.entries()) {
    const [label, value] = cut(line)
    if (value) yield [label, unwrapped(value)]
    else if (parseField(label, names)) yield [label, unwrapped(lines[place + 1] ?? '')]
  }
}

/** How far before its separator a name may start. */
const NAME_LENGTH = 40

/** Several on one line without commas, `업체코드：A1 Access Key: k`: each known name before a separator begins a part. */
function cutAtNames(line: string, names: Names): string[] {
  const starts = [...line.matchAll(/[:=：]/g)].flatMap(({ index }) => {
    const before = line.slice(Math.max(0, index - NAME_LENGTH), index)
    const isName = (label: string) => findField(label.replace(/\([^()]*\)\s*$/, ''), names) !== undefined
    const first = [...before.matchAll(/\S+/g)].find((word) => isName(before.slice(word.index)))
    return first ? index - before.length + first.index : []
  })
  return [0, ...starts].map((start, place) => line.slice(start, starts[place]).replace(/(?<![\s,;/|])[\s,;/|]+$/, ''))
}

/** `1. **Member ID** : value`, `export PAYMENT_HOST="value"`, `$env:PAYMENT_HOST = 'value'`, `| Host | value |` */
function cut(line: string): [label: string, value: string] {
  const bare = line.replace(/^[-*•\d.)\s|]+/, '').replace(/^(?:(?:export|set)\s|\$env:)/, '')
  const place = bare.search(/[:=：\t|]|->/)
  if (place < 0) return [bare, '']
  const [value = ''] = bare
    .slice(place)
    .replace(/^(?:->|.)/, '')
    .split('|')
  return [bare.slice(0, place), value.trim()]
}

const parseField = (label: string, names: Names): Field | undefined => findField(label, names, withoutGreeting(label))

/** The field of a name, with another name in brackets or without. */
function findField(label: string, names: Names, others: readonly string[] = []): Field | undefined {
  const [, before = label, inside = ''] = /^([^()]*)\(([^()]*)\)[\s*]*$/.exec(label) ?? []
  const forms = [label, before, inside, ...others].map(bare)
  const found = Object.entries(names).find(([, known]) => forms.some((form) => known.includes(form)))
  return found?.[0] as Field | undefined
}

/** The last words of `Hello, 업체코드`, the longest first: the name may follow other words. */
function withoutGreeting(label: string): string[] {
  const words = label.split(/\s+/)
  return words.map((_, place) => words.slice(place).join(' ')).filter((part) => /[가-힣]/.test(label) && part !== label)
}

const bare = (label: string) => label.toLowerCase().replaceAll(/[\s_\-.*:："'`]/g, '')

/** Accounts whose credential is a single value. */
type SingleValue = 'notes' | 'workspace' | 'video' | 'social'

/** Finds an account's single value: bare, in quotes, after `Bearer` or a name, or in a JSON response. */
export function singleValue(account: SingleValue, text: string): Understood {
  const value = unwrapped(ofJson(text) ?? text)
  if (value === '' || /\s/.test(value)) return NOTHING
  if (account === 'video') return { values: { api_key: value }, remarks: [{ says: 'fields', fields: ['api_key'] }] }
  return { values: { token: value }, remarks: [{ says: 'fields', fields: ['token'] }] }
}

/** `{"access_token": ...}`, the product's response. */
function ofJson(text: string): string | undefined {
  const json = jsonWithin(text)
  if (typeof json !== 'object' || json === null) return undefined
  const [, value] = Object.entries(json).find(([name]) => /^(?:access_?token|api_?key|token|key)$/i.test(name)) ?? []
  return typeof value === 'string' ? value : undefined
}

/** The names of the five payment connection values in the API, in the settings and at the product. */
const PAYMENT_NAMES: Names = {
  host: [
    'paymenthost',
    'host',
    'apihost',
    'url',
    'apiurl',
    'baseurl',
    'server',
    '호스트',
    '주소',
    '서버',
    '서버주소',
    '도메인',
    'api도메인',
    'api주소',
    'api호스트',
    '접속주소',
    '호스트명',
  ],
  api_key: [
    'paymentapikey',
    'apikey',
    'key',
    'api키',
    '인증키',
    '연동키',
    'apikey값',
    'api인증키',
    'api연동키',
    '에이피아이키',
  ],
  member_id: [
    'paymentmemberid',
    'memberid',
    'member',
    '회원id',
    '회원아이디',
    '멤버id',
    '멤버',
    '멤버아이디',
    '회원번호',
    '회원코드',
  ],
  merchant_id: [
    'paymentmerchantid',
    'merchantid',
    'merchant',
    '가맹점id',
    '가맹점아이디',
    '가맹점',
    '가맹점코드',
    '가맹점번호',
    '머천트id',
    '머천트아이디',
    '머천트코드',
    '머천트',
  ],
  business_number: [
    'paymentbusinessnumber',
    'businessnumber',
    'businessno',
    'bizno',
    '사업자번호',
    '사업자등록번호',
    '사업자no',
  ],
}

/** Values that are found without their names. */
const PAYMENT_FORMS: Forms = {
  host: /\b[\w-]{1,63}\.(?:payssam\.kr|paymint\.co\.kr)\b/i,
  business_number: /\b\d{3}-\d{2}-\d{5}\b/,
}

/** Finds the values of the payment connection. */
export function paymentFields(text: string): Understood {
  const values = inForm({ ...findByForm(text, PAYMENT_FORMS), ...labelled(text, PAYMENT_NAMES) })
  const fields = FIELDS.payment.filter((field) => values[field])
  return fields.length > 0 ? { values, remarks: [{ says: 'fields', fields }] } : NOTHING
}

/** The host without `https://` and path, and the business number without hyphens, as in bill ids. */
export function inForm(values: Values): Values {
  const { host, business_number: number } = values
  return {
    ...values,
    ...(host && { host: host.replace(/^https?:\/\//i, '').split(/[/:]/, 1)[0] }),
    ...(number && { business_number: number.replaceAll(/[\s-]/g, '') }),
  }
}

/** The names of the seller API's three values in the API, in the settings and in WING. */
const SELLER_NAMES: Names = {
  vendor_id: [
    'shopvendorid',
    'vendorid',
    'vendor',
    '업체코드',
    '업체id',
    '업체아이디',
    '판매자코드',
    '판매자id',
    '판매자아이디',
    '벤더id',
    '벤더아이디',
    '벤더코드',
  ],
  access_key: ['shopaccesskey', 'accesskey', 'access', '액세스키', '엑세스키', '억세스키', '접근키', '공개키'],
  secret_key: ['shopsecretkey', 'secretkey', 'secret', '시크릿키', '씨크릿키', '시크릿', '비밀키'],
}

/** The form of each value is unmistakable, and people paste them one by one, without names. */
const SELLER_FORMS = {
  vendor_id: /\bA\d{8}\b/,
  access_key: /\b[\da-z]{8}(?:-[\da-z]{4}){3}-[\da-z]{12}\b/i,
  secret_key: /\b[\da-z]{40}\b/i,
} satisfies Forms

/** Finds the values of the seller's Open API. */
export function sellerFields(text: string): Understood {
  // A value is where its form says, even after the name of another one.
  const values = { ...labelled(text, SELLER_NAMES), ...findByForm(text, SELLER_FORMS) }
  const fields = FIELDS['shop-seller'].filter((field) => values[field])
  return fields.length > 0 ? { values, remarks: [{ says: 'fields', fields }] } : NOTHING
}

/** The two keys in their places, where each has the form of the other. */
export function inPlace(values: Values): Values {
  const { access_key: access = '', secret_key: secret = '' } = values
  const isExchanged = SELLER_FORMS.secret_key.test(access) && SELLER_FORMS.access_key.test(secret)
  return isExchanged ? { ...values, access_key: secret, secret_key: access } : values
}

/**
 * Finds the recorder's tokens in a token, in the browser's storage as JSON, or in any text, and discards the rest.
 *
 * @param now epoch milliseconds
 */
export function recorderTokens(text: string, now: number): Understood {
  const json = jsonWithin(text)
  const found = distinct([
    ...(json === undefined ? tokensInText(text.replaceAll(/[\u200B\uFEFF]/g, '')) : tokensInJson(json)),
  ])
  if (isOfficialLogin(text, found)) return { values: {}, remarks: [{ says: 'official_login' }] }
  const tokens = found.filter((token) => !isOfficialToken(token.text))
  if (tokens.length === 0) return CUT.test(text) ? { values: {}, remarks: [{ says: 'cut' }] } : NOTHING
  const remarks: Remark[] = tokens.map(({ kind, endsAt }) => ({ says: 'token', kind, endsAt }))
  const living = tokens.filter(({ endsAt }) => endsAt === undefined || endsAt > now)
  if (living.length === 0) remarks.push({ says: 'ended' })
  else if (living.every(({ kind }) => kind === 'WT')) remarks.push({ says: 'only_workspace_token' })
  return { values: { token: sent(tokens) }, remarks }
}

/** The beginning of a token without its end. */
const CUT = /\bey[\w-]{10,}/

const distinct = (tokens: readonly RecorderToken[]) => [
  ...new Map(tokens.map((token) => [token.text, token] as const)).values(),
]

const ROWS: Record<TokenKind, string> = { UT: 'tokenstr', WT: 'workspaceToken', WRT: 'refreshToken' }

/** A single token unchanged. Several tokens with the names of the product's page, which the gateway knows. */
function sent(tokens: readonly RecorderToken[]): string {
  const [only] = tokens
  if (tokens.length === 1 && only) return only.text
  const rows = Map.groupBy(tokens, ({ kind }) => ROWS[kind ?? 'UT'])
  return JSON.stringify(Object.fromEntries([...rows].map(([row, found]) => [row, found.map(({ text }) => text)])))
}
