import * as fc from 'fast-check'

/** Something that a client or a person does, with what the product must then answer. */
export function command<Model extends object, Real>(
  name: string,
  run: (model: Model, real: Real) => Promise<void>,
): fc.AsyncCommand<Model, Real> {
  return { check: () => true, run, toString: () => name }
}

/** Does what clients do in any order, and compares the simulator with a model of the product after each step. */
export function follows<Model extends object, Real>(
  setUp: () => { model: Model; real: Real },
  commands: fc.Arbitrary<fc.AsyncCommand<Model, Real>>[],
  numRuns = 25,
): Promise<void> {
  return fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 30, size: 'max' }), (steps) =>
      fc.asyncModelRun(setUp, steps),
    ),
    { numRuns },
  )
}

/** All items of a list, page by page, until a page names no next one. */
export async function walk<Item>(
  read: (cursor: string) => Promise<{ items: readonly Item[]; next: unknown }>,
): Promise<Item[]> {
  const found: Item[] = []
  let cursor = ''
  for (let pages = 0; pages < 100; pages += 1) {
    const { items, next } = await read(cursor)
    found.push(...items)
    if (!next) return found
    cursor = String(next)
  }
  throw new Error('the pages have no end')
}
