/**
 * Replaces the MCP package's own `_shims` in the bundle (wrangler.toml, `[alias]`). That module holds a JSON Schema
 * validator of 7 KiB gzipped for the answers of a client to a server's questions. This server asks none, and the router
 * checks the arguments of its tools.
 */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('no JSON Schema is validated here')
  }
}

/** Standard input and output, which do not exist in a Worker. */
export const process = { stdin: undefined, stdout: undefined }
