import type { Context } from 'hono'
import { type FieldProblem, getErrorCode, type Reason } from '../base/errors.ts'
import { isObject } from '../base/json.ts'
import type { FailedRequest } from '../base/usage.ts'
import type { AppEnv, RequestState } from './state.ts'

/**
 * What is kept of a failed request, so that its owner finds the mistake: where it went, and what was wrong with which
 * field. People paste secrets into every field, name and address, so none of their texts is kept unless it looks like a
 * word.
 */
export function describeRequest(c: Context<AppEnv>, status: number, reason: Reason | undefined) {
  const state = c.get('state')
  const { operation, failureParameters = {}, upstream } = state
  const { id = null, group = null, tool } = operation ?? {}
  const { setting = null, origin = null } = failureParameters
  return {
    group,
    operation: id,
    account: upstream.used.account ?? (tool?.account ? (upstream.findAccount(tool.account) ?? tool.account) : null),
    code: getErrorCode(reason ?? '', status),
    method: c.req.method,
    route: operation ? (state.routes.pathOf(operation) ?? null) : null,
    path: operation ? null : maskPath(c.req.path, state),
    fields: reason === 'input' ? describeFields(c, state) : [],
    product_status: productStatus(state, reason),
    setting,
    origin,
    upstream_ms: Math.round(upstream.budget.waitedMs),
  } satisfies Partial<FailedRequest>
}

/** What the product answered. Nothing about a request that was invalid already. */
function productStatus({ upstream }: RequestState, reason: Reason | undefined): number | null {
  const [, status] = /^upstream (\d+)$/.exec(reason ?? '') ?? []
  if (status !== undefined) return Number(status)
  return reason === 'input' ? null : (upstream.budget.lastErrorStatus ?? null)
}

/** The most fields and the longest problem that are kept. */
const MOST_FIELDS = 10
const LONGEST_PROBLEM = 200

function describeFields(c: Context<AppEnv>, state: RequestState): FieldProblem[] {
  const { failureProblems, failureMessage = '', failureParameters = {} } = state
  const problems = failureProblems ?? readProblems(c, failureMessage, failureParameters.fields ?? [])
  return problems.slice(0, MOST_FIELDS).map(({ name, problem }) => ({
    name: maskName(name, state, problem.startsWith('is not known') ? LONGEST_WORD : LONGEST_NAME),
    problem: withoutSettings(problem, state).slice(0, LONGEST_PROBLEM),
  }))
}

/** The fields of an operation's own message, `field: problem`, without what it quotes. */
function readProblems(c: Context<AppEnv>, message: string, fields: readonly string[]): FieldProblem[] {
  const [, name, problem = ''] = /^([^\s:;"]{1,64}): ([^;]+)/.exec(message) ?? []
  const others = fields.filter((field) => field !== name).map((field) => ({ name: field, problem: 'is not valid' }))
  if (name === undefined) return others
  const given = (['param', 'query', 'json'] as const).flatMap((part) => getTexts(c.req.valid(part as never)))
  return [{ name, problem: maskWords(withoutQuotes(withoutValues(problem, given))) }, ...others]
}

/** A number of more digits may be a value, such as an amount. */
const withoutQuotes = (problem: string) => problem.replace(/"[^"]*"?|`[^`]*`?|\d{5,}/g, '…')

/** The most texts of a request that a message is compared with. */
const MOST_TEXTS = 1_000

/** The texts and numbers in a value. */
function getTexts(value: unknown, found: string[] = []): string[] {
  if (found.length >= MOST_TEXTS) return found
  if (typeof value === 'string' || typeof value === 'number') found.push(String(value))
  else if (Array.isArray(value) || isObject(value)) for (const one of Object.values(value)) getTexts(one, found)
  return found
}

/** A shorter value occurs in every sentence. */
const LEAST_VALUE = 3

/** A sentence without values that it repeats. */
export const withoutValues = (sentence: string, values: readonly string[]): string =>
  values.filter(({ length }) => length >= LEAST_VALUE).reduce((kept, value) => kept.replaceAll(value, '…'), sentence)

const LONGEST_PATH = 80

/** The beginning of a path. */
export const maskPath = (path: string, state: Known): string =>
  withoutSettings(path, state)
    .split('/')
    .map((segment) => (isWord(segment, LONGEST_WORD) ? segment : '…'))
    .join('/')
    .slice(0, LONGEST_PATH)

/** The name of a field, such as `records[0].Due date`. */
const maskName = (name: string, state: Known, longest: number): string =>
  withoutSettings(name, state)
    .split(/(?<=\.|\[\d{1,4}\])/)
    .map((part) => (isWord(part.replace(/\[\d{1,4}\]/, ''), longest) ? part : '…'))
    .join('')

/** A sentence, whose longer words are checked. */
const maskWords = (sentence: string): string =>
  sentence.replaceAll(/[^\s,;:()?!]{12,}/g, (word) => (isWord(word, LONGEST_NAME) ? word : '…'))

/** Names that callers choose are rarely longer, and keys are rarely shorter. The gateway's own names are longer. */
const LONGEST_WORD = 24
const LONGEST_NAME = 64

/** What people name things: letters of one case or in camelCase, and few digits after them. A key looks otherwise. */
const WORD = /^(?:\p{Lu}{1,12}|\p{Lu}?[\p{Ll}\p{Lo}]*(?:\p{Lu}{1,3}[\p{Ll}\p{Lo}]+){0,4}\p{Lu}{0,3})\d{0,4}$/u
/** Beginnings of keys. */
const KEY = /^(?:lk|sk|pk|rk|ntn|secret|whsec|gh[a-z]|xox[a-z]|glpat|bearer|basic)(?:[-_ ]|$)|^(?:eyJ|AIza|TH[AQ])/i

const isWord = (text: string, longest: number): boolean =>
  text.length <= longest && !KEY.test(text) && text.split(/[-_. ]/).every((part) => WORD.test(part))

type Known = Pick<RequestState, 'settings' | 'upstream'>

/** A text without the secrets of the deployment and of its accounts, whatever they look like. */
function withoutSettings(text: string, { settings, upstream }: Known): string {
  const values = Object.values(settings.env).filter((value): value is string => typeof value === 'string')
  return withoutValues(
    upstream.redactor.redact(text),
    values.filter(({ length }) => length >= LEAST_SECRET),
  )
}

/** A shorter setting is no secret, but a word such as `basic`. */
const LEAST_SECRET = 10
