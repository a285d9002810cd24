/**
 * Stands in for the MCP package's own `_shims` in the bundle (wrangler.toml, `[alias]`). That module brings a JSON Schema
 * validator of 7 KiB gzipped for what a server asks of its client; this server asks nothing, and its tools are checked
 * by the router.
 */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('no JSON Schema is validated here')
  }
}

/** Standard input and output, which a Worker has not. */
export const process = { stdin: undefined, stdout: undefined }
