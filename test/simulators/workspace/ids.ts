import { invalid, shouldBe } from './errors.ts'

const UUID = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/i

/** Dashed, as the product writes ids; dashes are optional where it reads them. */
export function dashed(value: unknown): string | undefined {
  const parts = typeof value === 'string' ? UUID.exec(value) : null
  return parts?.slice(1).join('-').toLowerCase()
}

export function bodyId(path: string, value: unknown, or = ''): string {
  const id = dashed(value)
  if (!id) throw shouldBe(path, `a valid uuid${or}`, value)
  return id
}

export function pathId(name: string, value: string): string {
  const id = dashed(value)
  if (!id) {
    throw invalid(
      `path failed validation: path.${name} should be a valid uuid, instead was \`${JSON.stringify(value)}\`.`,
    )
  }
  return id
}
