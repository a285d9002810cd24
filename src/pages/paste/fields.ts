import {
  type CopiedSession,
  type CopiedWorkspace,
  getWorkspaces,
  isOfficialLogin,
  isOfficialToken,
  type RecorderToken,
  sessionInJson,
  sessionInText,
  type TokenKind,
} from '../../groups/recorder/tokens.ts'
import { FIELDS, type Field, type Values } from '../api/accounts.ts'
import type { CopiedOwner, PasteNote, PasteResult } from './notes.ts'

export const NOTHING: PasteResult = { values: {}, notes: [{ type: 'nothing' }] }

/** The surroundings of a copied value: spaces, quotes, `Bearer`, the name of a header or setting. */
const AROUND: readonly RegExp[] = [
  /^(["'`])(.*)\1[,;]?$/s,
  /^()[“‘](.*)[”’][,;]?$/s,
  /^()(?:authorization\s*:\s*)?bearer\s+(.*)$/is,
  /^()(?:authorization)\s*:\s*(.*)$/is,
  /^()(?:export\s+|set\s+|\$env:)?[A-Za-z_]{2,40}\s*=\s*(\S.*)$/s,
  /^()"?(?:(?:pld_|plaud_)?tokenstr|(?:api_?key|token))"?\s*[:\t]\s*(.*)$/is,
]

/** Characters without a width, which chats and word processors put into a text. */
const UNSEEN = /\p{Cf}/gu

/** A value without what people copy along with it. */
export function unwrap(pasted: string): string {
  const text = pasted.replaceAll(UNSEEN, '').trim()
  for (const wrapping of AROUND) {
    const inner = wrapping.exec(text)?.[2]
    if (inner !== undefined && !isPadding(inner)) return unwrap(inner)
  }
  return text
}

/** `name==` is the end of a base64 value, not a name with a value. */
const isPadding = (inner: string) => /^=*$/.test(inner)

/** The value of a JSON text. Undefined for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** JSON that may follow a name or be inside quotes, as consoles show it. */
function jsonWithin(text: string): unknown {
  const whole = parseJson(text)
  if (typeof whole === 'string' && /^\s*[[{]/.test(whole)) return jsonWithin(whole)
  if (typeof whole === 'object' && whole !== null) return whole
  const start = text.search(/[[{]/)
  const end = Math.max(text.lastIndexOf(']'), text.lastIndexOf('}'))
  const inner = start >= 0 && end > start ? parseJson(text.slice(start, end + 1)) : undefined
  return typeof inner === 'object' && inner !== null ? inner : undefined
}

/** The names of a field in vendors' messages, in the form of `toWords`. */
interface Names {
  /** Names that no other words have, so that other words may stand before them. */
  unmistakable: RegExp
  /** Names that are also ordinary words. In Korean other words may stand before them. */
  short?: RegExp
}

type FieldNames = Partial<Record<Field, Names>>

/** The words that may stand directly before a name in Korean, and after any name. */
const BEFORE = '(?:(?:운영|개발|테스트|상용|실제|접속|연동|발급|결제선생|페이쌤|쿠팡|윙)용? ?)?'
const AFTER = '(?: ?(?:값|value))?'

/** Lower-case words and numbers with a blank between: `apiKey`, `API_KEY` and `API키` are two words each. */
const toWords = (label: string): string =>
  label
    .replaceAll(/([a-z\d])(?=[A-Z])|([A-Za-z\d])(?=[가-힣])|([가-힣])(?=[A-Za-z\d])/g, '$1$2$3 ')
    .toLowerCase()
    .replaceAll(/[^a-z\d가-힣]+/g, ' ')
    .trim()

/** The forms of values that nothing else has. */
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
 * and Korean. The first value of a field is used that has its form, if it has one.
 */
function findByName(text: string, names: FieldNames, forms: Forms = {}): Values {
  // The number of a line, `[1]`, is JSON as well, but names nothing.
  const inJson = [...readJsonPairs(jsonWithin(text))].filter(([label]) => parseField(label, names))
  const pairs = inJson.length > 0 ? inJson : readLinePairs(text, names)
  const values: Values = {}
  for (const [label, value] of pairs) {
    const field = parseField(label, names)
    if (field && value !== '' && (forms[field]?.test(value) ?? true)) values[field] ??= value
  }
  return values
}

function* readJsonPairs(value: unknown): Generator<[string, string]> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === 'string' || typeof inner === 'number') yield [key, String(inner).trim()]
    else yield* readJsonPairs(inner)
  }
}

function* readLinePairs(text: string, names: FieldNames): Generator<[string, string]> {
  const lines = text
    // Several on one line: `Vendor ID: A1, Access Key: k`.
    .replaceAll(/(?:[,;]|\s[/|])\s+(?=[^:=,;/|\n]{2,30}[:=：])/g, '\n')
    .split(/\r?\n/)
    .flatMap((line) => cutAtNames(line, names))
    .map((line) => line.trim())
    .filter((line) => line !== '')
  for (const [place, line] of lines.entries()) {
    const [label, value] = cut(line)
    const next = lines[place + 1] ?? ''
    if (value) yield [label, unwrap(value)]
    // Two names in a row: the first one is a heading, or the beginning of the second one.
    else if (parseField(label, names) && !parseField(cut(next)[0], names)) yield [label, unwrap(next)]
  }
}

/** The longest distance from the start of a name to its separator. */
const NAME_LENGTH = 40

/** Several on one line without commas, `업체코드：A1 Access Key: k`: each known name before a separator begins a part. */
function cutAtNames(line: string, names: FieldNames): string[] {
  const starts = [...line.matchAll(/[:=：]/g)].flatMap(({ index }) => {
    const before = line.slice(Math.max(0, index - NAME_LENGTH), index)
    const isName = (label: string) => findName(toWords(label.replace(/\([^()]*\)\s*$/, '')), names) !== undefined
    const first = [...before.matchAll(/\S+/g)].find((word) => isName(before.slice(word.index)))
    return first ? index - before.length + first.index : []
  })
  return [0, ...starts].map((start, place) => line.slice(start, starts[place]).replace(/(?<![\s,;/|])[\s,;/|]+$/, ''))
}

/** The separators between a name and its value. */
const SEPARATOR = /[:=：\t|→⇒]|[-=]>|\s[-–—]\s|(?<!\s)\s{2,}(?=[^\s:=：|→⇒–—-])/

/** `1. **Member ID** : value`, `export PAYMENT_HOST="value"`, `$env:PAYMENT_HOST = 'value'`, `| Host | value |` */
function cut(line: string): [label: string, value: string] {
  const bare = line.replace(/^(?:(?!\$env:)[\s\p{P}\p{S}\p{N}])+/u, '').replace(/^(?:(?:export|set)\s|\$env:)/, '')
  const place = bare.search(SEPARATOR)
  if (place < 0) return [bare, '']
  const [value = ''] = bare
    .slice(place)
    .replace(/^(?:[-=]>|\s[-–—]\s|.)/, '')
    .split('|')
  return [bare.slice(0, place), value.trim()]
}

/** The field of a label: its name, perhaps with another one in brackets, perhaps after other words. */
function parseField(label: string, names: FieldNames): Field | undefined {
  const [, before = label, inside = ''] = /^([^()]*)\(([^()]*)\)[\s*]*$/.exec(label) ?? []
  return [label, before, inside].map((form) => findName(toWords(form), names, true)).find((field) => field)
}

/** The field with this name. @param isEnd whether other words may stand before it */
function findName(words: string, names: FieldNames, isEnd = false): Field | undefined {
  const each = words.split(' ')
  const ends = isEnd ? each.map((_, place) => each.slice(place).join(' ')) : [words]
  const isKorean = /[가-힣]/.test(words)
  const isNamed = ({ unmistakable, short }: Names) =>
    ends.some((end) => unmistakable.test(end) || ((isKorean || end === words) && short?.test(end)))
  return (Object.keys(names) as Field[]).find((field) => isNamed(names[field] as Names))
}

/** The accounts with a single value as their credential. */
type SingleValue = 'notes' | 'workspace' | 'video' | 'social'

/** The names of such a value at the products and in messages. */
const VALUE_NAMES = {
  unmistakable: new RegExp(
    `^${BEFORE}(?:(?:(?:api|access|integration|secret|인증|액세스|연동|비밀) ?)?(?:token|key|토큰|키)|(?:integration )?secret|시크릿)${AFTER}$`,
  ),
}

/** Long enough to be no word of a sentence. */
const LONG_VALUE = /^[^\s=]\S{11,}$/

/** Finds an account's single value: bare, in quotes, after `Bearer` or a name, or in a JSON response. */
export function singleValue(account: SingleValue, text: string): PasteResult {
  const field = account === 'video' ? 'api_key' : 'token'
  const named = findByName(text, { [field]: VALUE_NAMES }, { [field]: LONG_VALUE })[field]
  const value = named ?? unwrap(valueFromJson(text) ?? text)
  if (value === '' || /\s/.test(value)) return NOTHING
  return { values: { [field]: value }, notes: [{ type: 'fields', fields: [field] }] }
}

/** `{"access_token": ...}`, the product's response. */
function valueFromJson(text: string): string | undefined {
  const json = jsonWithin(text)
  if (typeof json !== 'object' || json === null) return undefined
  const [, value] = Object.entries(json).find(([name]) => /^(?:access_?token|api_?key|token|key)$/i.test(name)) ?? []
  return typeof value === 'string' ? value : undefined
}

const HOST = 'host|server|domain|url|endpoint|address|호스트|서버|도메인|주소|엔드포인트'
const ID = '(?:id|no|number|code|아이디|번호|코드)'

/** The names of the five payment connection values in the API, in the settings and at the product. */
const PAYMENT_NAMES: FieldNames = {
  host: {
    unmistakable: new RegExp(
      `^${BEFORE}(?:(?:(?:api|base|payment) ?)*(?:${HOST})(?: ?(?:${HOST}|name|이름|명|정보))*)${AFTER}$`,
    ),
  },
  api_key: {
    unmistakable: new RegExp(
      `^${BEFORE}(?:(?:payment ?)?(?:api|인증|연동|에이피아이)(?: ?인증| ?연동)? ?(?:key|키))${AFTER}$`,
    ),
    short: /^(?:key|키)$/,
  },
  member_id: {
    unmistakable: new RegExp(`^${BEFORE}(?:(?:payment ?)?(?:member|멤버|회원사?) ?${ID})${AFTER}$`),
    short: /^(?:member|멤버|회원사?)$/,
  },
  merchant_id: {
    unmistakable: new RegExp(`^${BEFORE}(?:(?:payment ?)?(?:merchant|머천트|가맹점|상점) ?${ID})${AFTER}$`),
    short: /^(?:merchant|머천트|가맹점|상점)$/,
  },
  business_number: {
    unmistakable: new RegExp(
      `^${BEFORE}(?:(?:payment ?)?(?:business|biz)(?: ?registration)? ?(?:no|number)|brn|사업자 ?(?:등록 ?)?(?:번호|no|number))${AFTER}$`,
    ),
  },
}

/** A host of the product, except the hosts of its documentation. */
const PRODUCT_HOST = /\b(?!(?:developers|docs|www)\.)[\w-]{1,63}\.(?:payssam\.kr|paymint\.co\.kr|speeid\.kr)\b/i

/** Values that are found without their names. */
const PAYMENT_FORMS: Forms = {
  host: PRODUCT_HOST,
  business_number: /\b\d{3}-\d{2}-\d{5}\b/,
}

/** The forms of values after a name. An address of a street or a page is no host. */
const NAMED_FORMS: Forms = {
  host: /^(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)+(?![^\s/:(])/i,
  business_number: /^\d{3}[\s-]?\d{2}[\s-]?\d{5}\b/,
}

/** Finds the values of the payment connection. */
export function paymentFields(text: string): PasteResult {
  const { host = findByName(text, PAYMENT_NAMES, NAMED_FORMS).host, ...found } = {
    ...findByForm(text, PAYMENT_FORMS),
    ...findByName(text, PAYMENT_NAMES, { ...NAMED_FORMS, host: PRODUCT_HOST }),
  }
  const values = normalizeValues({ ...found, ...(host && { host }) })
  const fields = FIELDS.payment.filter((field) => values[field])
  return fields.length > 0 ? { values, notes: [{ type: 'fields', fields }] } : NOTHING
}

/** The host without `https://` and path, and the business number without hyphens, as in bill ids. */
export function normalizeValues(values: Values): Values {
  const { host, business_number: number } = values
  return {
    ...values,
    ...(host && { host: host.replace(/^https?:\/\//i, '').split(/[/:\s(]/, 1)[0] }),
    ...(number && { business_number: number.replaceAll(/[\s-]/g, '') }),
  }
}

/** The names of the seller API's three values in the API, in the settings and in WING. */
const SELLER_NAMES: FieldNames = {
  vendor_id: {
    unmistakable: new RegExp(`^${BEFORE}(?:(?:shop ?)?(?:vendor|업체|판매자|벤더|셀러) ?${ID})${AFTER}$`),
    short: /^(?:vendor|벤더)$/,
  },
  access_key: {
    unmistakable: new RegExp(`^${BEFORE}(?:(?:shop ?)?(?:access|액세스|엑세스|억세스|접근|공개) ?(?:key|키))${AFTER}$`),
    short: /^(?:access)$/,
  },
  secret_key: {
    unmistakable: new RegExp(`^${BEFORE}(?:(?:shop ?)?(?:secret|시크릿|씨크릿|비밀) ?(?:key|키))${AFTER}$`),
    short: /^(?:secret|시크릿)$/,
  },
}

/** The form of each value is unmistakable, and people paste them one by one, without names. */
const SELLER_FORMS = {
  vendor_id: /\bA\d{8}\b/,
  access_key: /\b[\da-z]{8}(?:-[\da-z]{4}){3}-[\da-z]{12}\b/i,
  secret_key: /\b[\da-z]{40}\b/i,
} satisfies Forms

/** Finds the values of the seller's Open API. */
export function sellerFields(text: string): PasteResult {
  // A value is where its form says, even after the name of another one.
  const values = { ...findByName(text, SELLER_NAMES), ...findByForm(text, SELLER_FORMS) }
  const fields = FIELDS['shop-seller'].filter((field) => values[field])
  return fields.length > 0 ? { values, notes: [{ type: 'fields', fields }] } : NOTHING
}

/** The two keys in their places, where each has the form of the other. */
export function putKeysInPlace(values: Values): Values {
  const { access_key: access = '', secret_key: secret = '' } = values
  const isExchanged = SELLER_FORMS.secret_key.test(access) && SELLER_FORMS.access_key.test(secret)
  return isExchanged ? { ...values, access_key: secret, secret_key: access } : values
}

/**
 * Finds the recorder's tokens in a token, in the browser's storage as JSON, or in any text, and discards the rest.
 *
 * @param now epoch milliseconds
 */
export function recorderTokens(text: string, now: number): PasteResult {
  const json = jsonWithin(text)
  const found = json === undefined ? sessionInText(text.replaceAll(UNSEEN, '')) : sessionInJson(json)
  if (isOfficialLogin(text, found.tokens)) return { values: {}, notes: [{ type: 'official_login' }] }
  const tokens = distinct(found.tokens).filter((token) => !isOfficialToken(token.text))
  if (tokens.length === 0) return CUT.test(text) ? { values: {}, notes: [{ type: 'cut' }] } : NOTHING
  // What has expired helps nobody, and is not sent.
  const living = tokens.filter(({ endsAt }) => endsAt === undefined || endsAt > now)
  if (living.length === 0) return { values: {}, notes: [{ type: 'ended' }] }
  const notes: PasteNote[] = living.map(({ kind, endsAt }) => ({ type: 'token', kind, endsAt }))
  if (living.every(({ kind }) => kind === 'WT')) notes.push({ type: 'only_workspace_token' })
  const session = { ...found, tokens: living }
  const workspaces = getWorkspaces(session)
  const owner = getOwner(living, workspaces)
  return {
    values: { token: formatTokens(session) },
    notes,
    ...(workspaces.length > 1 && { workspaces }),
    ...(owner && { owner }),
  }
}

/** The users of the tokens. */
function getOwner(tokens: readonly RecorderToken[], workspaces: readonly CopiedWorkspace[]): CopiedOwner | undefined {
  const ids = [...new Set(tokens.flatMap(({ subject }) => subject ?? []))]
  return ids.length > 0 ? { ids, workspaces: workspaces.map(({ id, name }) => name ?? id) } : undefined
}

/** The beginning of a token without its end. */
const CUT = /\bey[\w-]{10,}/

const distinct = (tokens: readonly RecorderToken[]) => [
  ...new Map(tokens.map((token) => [token.text, token] as const)).values(),
]

const ROWS: Record<TokenKind, string> = { UT: 'tokenstr', WT: 'workspaceToken', WRT: 'refreshToken' }

/** A single token unchanged. Several tokens with the names of the product's page, which the gateway knows. */
function formatTokens({ tokens, openIds: [openId], names }: CopiedSession): string {
  const [only] = tokens
  if (tokens.length === 1 && only && openId === undefined) return only.text
  const rows = Map.groupBy(tokens, ({ kind }) => ROWS[kind ?? 'UT'])
  return JSON.stringify({
    ...Object.fromEntries([...rows].map(([row, found]) => [row, found.map(({ text }) => text)])),
    ...(openId !== undefined && { currentId: openId }),
    ...(names.size > 0 && { workspaces: [...names].map(([workspaceId, name]) => ({ workspaceId, name })) }),
  })
}
