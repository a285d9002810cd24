import fc from 'fast-check'
import type { SimpleFilter } from '../../../../src/groups/workspace/filters/compile.ts'
import { DATA_SOURCES } from '../../../upstreams/workspace/index.ts'
import { notion, readPages } from '../projects.ts'
import { ITEM_TESTS, type ItemTest, isEmptyItem } from './item-meaning.ts'

/** A filter on the result of a formula or rollup, and the rows that it means, read from the pages themselves. */
export interface MeantResult {
  filter: SimpleFilter
  holds: (page: unknown) => boolean
}

export const clientPages = await readPages(DATA_SOURCES.clients)

const columns = notion.state.dataSources.find(({ id }) => id === DATA_SOURCES.clients)?.columns ?? []
const projects = notion.state.dataSources.find(({ id }) => id === DATA_SOURCES.projects)?.columns ?? []

const dig = (value: unknown, ...path: string[]): unknown =>
  path.reduce(
    (inner, key) => (inner === null || inner === undefined ? undefined : Reflect.get(Object(inner), key)),
    value,
  )

/** A formula's or a rollup's `{type, [type]: content}`. */
const parseResult = (page: unknown, name: string) => {
  const property = dig(page, 'properties', name)
  return dig(property, String(dig(property, 'type')))
}

const scalar = (page: unknown, name: string) => {
  const result = parseResult(page, name)
  return dig(result, String(dig(result, 'type')))
}

const items = (page: unknown, name: string): unknown[] => {
  const all = scalar(page, name)
  return Array.isArray(all) ? all.map((item) => dig(item, String(dig(item, 'type')))) : []
}

/** Formulas, and rollups with a single value. */
const scalars = columns.flatMap(({ name, type, formula, config }) => {
  const how = String(config.function)
  if (type === 'formula' && !formula?.isUntyped) return [{ name, type: String(formula?.type) }]
  return type === 'rollup' && !how.startsWith('show_') ? [{ name, type: how.includes('date') ? 'date' : 'number' }] : []
})

const onScalars: fc.Arbitrary<MeantResult> = fc.constantFrom(...scalars).chain(({ name, type }) =>
  fc.constantFrom(...(ITEM_TESTS[type] ?? [])).map(({ operator, value, holds }) => ({
    filter: { key: name, operator, value },
    holds: (page) => holds(scalar(page, name)),
  })),
)

/** Rollups that list comparable values. */
const lists = columns.flatMap(({ name, type, config }) => {
  const of = projects.find((column) => column.name === config.rollup_property_name)?.type ?? ''
  const isList = type === 'rollup' && String(config.function).startsWith('show_')
  return isList && Object.hasOwn(ITEM_TESTS, of) ? [{ name, of }] : []
})

type Scope = 'any' | 'every' | 'none'

const among = (scope: Scope, all: readonly unknown[], test: (content: unknown) => boolean) =>
  scope === 'every' ? all.every(test) : all.some(test) === (scope === 'any')

const onLists: fc.Arbitrary<MeantResult> = fc
  .record({ list: fc.constantFrom(...lists), scope: fc.constantFrom<Scope | ''>('any', 'every', 'none', '') })
  .chain(({ list: { name, of }, scope }) =>
    fc.constantFrom(...(ITEM_TESTS[of] ?? [])).map(({ operator, value, holds }): MeantResult => {
      const meant: MeantResult['holds'] = (page) => among(scope || 'any', items(page, name), holds)
      if (!scope && operator.startsWith('is_')) return emptiness(name, of, { operator })
      return { filter: { key: name, operator: scope ? `${scope}_${operator}` : operator, value }, holds: meant }
    }),
  )

/** Emptiness of the whole cell, as a reader of the table sees it. */
function emptiness(
  name: string,
  of: string,
  { operator, value }: Pick<SimpleFilter, 'operator' | 'value'>,
): MeantResult {
  const asksEmpty = operator === 'is_empty' || operator === 'equals' || operator === 'contains'
  return {
    filter: { key: name, operator, value },
    holds: (page) => items(page, name).every((content) => isEmptyItem(of, content)) === asksEmpty,
  }
}

const onEmptiness: fc.Arbitrary<MeantResult> = fc
  .record({ list: fc.constantFrom(...lists), operator: fc.constantFrom('is_empty', 'is_not_empty') })
  .map(({ list: { name, of }, operator }) => emptiness(name, of, { operator }))

/** Several values at once, with the scopes that the product can express. */
const onSeveral: fc.Arbitrary<MeantResult> = fc.constantFrom(...lists).chain(({ name, of }) => {
  const tests = (ITEM_TESTS[of] ?? []).filter(({ join }) => join)
  if (tests.length === 0) return onLists
  return fc
    .record({ first: fc.constantFrom(...tests), scope: fc.constantFrom<Scope>('any', 'every', 'none') })
    .filter(({ first, scope }) => canJoin(of, first, scope))
    .chain(({ first, scope }) =>
      fc
        .subarray(
          tests.filter(({ operator }) => operator === first.operator),
          { minLength: 2 },
        )
        .map((chosen): MeantResult => {
          const test = (content: unknown) =>
            first.join === 'one of'
              ? chosen.some(({ holds }) => holds(content))
              : chosen.every(({ holds }) => holds(content))
          const value = chosen.map((one) => one.value)
          return {
            filter: { key: name, operator: `${scope}_${first.operator}`, value },
            holds: (page) => among(scope, items(page, name), test),
          }
        }),
    )
})

/** Lists of options are compared natively, whatever the scope. */
function canJoin(of: string, { join }: ItemTest, scope: Scope): boolean {
  if (of === 'select' || of === 'status') return true
  return scope === 'every' ? join === 'none of' : join === 'one of'
}

export const meantResult: fc.Arbitrary<MeantResult> = fc.oneof(onScalars, onLists, onEmptiness, onSeveral)
