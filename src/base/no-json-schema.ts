/**
 * Replaces zod's files that generate JSON Schema in the bundle (scripts/support/bundle.ts). Every zod schema imports
 * them, 20 KiB in total, and no request needs them. Only `npm run generate` does, which uses zod unchanged.
 */
const absent = (): never => {
  throw new Error('no JSON Schema is made in the Worker')
}

export const toJSONSchema = absent
export const createToJSONSchemaMethod = () => absent
export const createStandardJSONSchemaMethod = () => absent
