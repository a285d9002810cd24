/**
 * Stands in the bundle for the files of zod that make a JSON Schema (wrangler.toml, `[alias]`). Every schema of zod carries
 * them along, 20 KiB in all, and no request makes one: `npm run generate` does, ahead, with zod as it is.
 */
const absent = (): never => {
  throw new Error('no JSON Schema is made in the Worker')
}

export const toJSONSchema = absent
export const createToJSONSchemaMethod = () => absent
export const createStandardJSONSchemaMethod = () => absent
