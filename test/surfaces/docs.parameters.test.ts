import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { parameterInput } from '../../public/docs/parameters.js'

/** The fields of the reference page, without a browser: an element is what it was made with. */
class Made {
  readonly attributes: Record<string, string> = {}
  readonly children: unknown[] = []
  readonly classList = { add: () => {} }
  readonly tag: string

  constructor(tag: string) {
    this.tag = tag
  }

  setAttribute(name: string, value: string) {
    this.attributes[name] = value
  }

  append(...children: unknown[]) {
    this.children.push(...children)
  }
}

beforeEach(() => {
  vi.stubGlobal('document', { createElement: (tag: string) => new Made(tag) })
})
afterEach(() => vi.unstubAllGlobals())

const optionsOf = (input: unknown) =>
  input instanceof Made
    ? input.children.map((option) => (option instanceof Made ? [option.attributes, option.children] : option))
    : expect.fail('no element')

it('a flag can be sent as true and as false, and holds its example', () => {
  const flag = { name: 'X-Payment-Mode', in: 'header', schema: { type: 'boolean', default: false } }
  expect(optionsOf(parameterInput('mode', { ...flag, example: true }))).toEqual([
    [{ value: '' }, ['not sent (false)']],
    [{ value: 'true', selected: '' }, ['true']],
    [{ value: 'false' }, ['false']],
  ])
})

it('one of a few numbers is sent as it reads', () => {
  const choice = { name: 'is_trash', in: 'query', schema: { type: 'integer', enum: [0, 1, 2], default: 0 } }
  expect(optionsOf(parameterInput('trash', choice))).toEqual([
    [{ value: '' }, ['not sent (0)']],
    [{ value: '0' }, ['0']],
    [{ value: '1' }, ['1']],
    [{ value: '2' }, ['2']],
  ])
})

it.each(['X-Workspace-Token', 'X-Payment-Api-Key'])('%s is typed like a password, and never filled in', (name) => {
  const input = parameterInput('secret', { name, in: 'header', schema: { type: 'string' }, example: 'ntn_example' })
  expect(input).toMatchObject({ tag: 'input', attributes: { type: 'password' } })
  expect(input).not.toHaveProperty('attributes.value')
})
