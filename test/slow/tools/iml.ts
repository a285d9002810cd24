/**
 * The part of Make's expression language (IML) that the blueprints use, after Make's documentation. Make's own engine runs
 * only on its servers.
 */

/** Variables by name, such as `m1` and `now`. */
export type Scope = Readonly<Record<string, unknown>>

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

const TOKEN = /\s*(?:('(?:[^']*)')|(-?\d+)|([\w.$`-]+)|([(),]))/y

/** The value of an expression. Throws on anything that the documentation does not describe. */
export function evaluate(expression: string, scope: Scope): unknown {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  while (expression.slice(TOKEN.lastIndex).trim() !== '') {
    const match = TOKEN.exec(expression)
    if (!match) throw new Error(`${expression} is no expression`)
    tokens.push(match[0].trim())
  }
  let next = 0
  const take = (token: string) => {
    if (tokens[next] !== token) throw new Error(`${expression}: ${token} is missing before ${tokens[next]}`)
    next++
  }
  const operand = (): unknown => {
    const token = tokens[next++] ?? ''
    if (token.startsWith("'")) return token.slice(1, -1)
    if (/^-?\d+$/.test(token)) return Number(token)
    if (tokens[next] !== '(') return read(token, scope)
    const given: unknown[] = []
    take('(')
    while (tokens[next] !== ')') {
      given.push(operand())
      if (tokens[next] !== ')') take(',')
    }
    take(')')
    const called = FUNCTIONS[token]
    if (!called) throw new Error(`${token} is no function of Make that is known here`)
    return called(...given)
  }
  const value = operand()
  if (next < tokens.length) throw new Error(`${expression} goes on after ${tokens[next - 1]}`)
  return value
}

function read(path: string, scope: Scope): unknown {
  const [first = '', ...names] = path.replaceAll('`', '').split('.')
  if (!(first in scope)) throw new Error(`there is no ${first} here, of ${path}`)
  return names.reduce((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], scope[first])
}

// biome-ignore lint/suspicious/noExplicitAny: the types of arguments are those of the expressions
const FUNCTIONS: Readonly<Record<string, (...given: any[]) => unknown>> = {
  ifempty: (value, otherwise) => (isEmpty(value) ? otherwise : value),
  join: (list, separator) => [list].flat().join(separator),
  map: (list, key) =>
    list.map((item: Record<string, unknown>) => item[key]).filter((value: unknown) => !isEmpty(value)),
  length: (list) => list.length,
  addDays: (date, days) => new Date(Date.parse(date) + days * 86_400_000).toISOString(),
  formatDate: (date, format, zone) => {
    if (format !== 'YYYY-MM-DD') throw new Error(`${format} is no format that is known here`)
    return new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date(date))
  },
}
