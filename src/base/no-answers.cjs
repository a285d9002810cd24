const absent = () => {
  throw new Error('no answer is described in the Worker')
}

/**
 * Replaces the `answers.ts` of every group in the bundle (scripts/support/bundle.ts): 40 KiB of response schemas that no request
 * needs. `npm run generate` writes them into the documents, and the tests check responses by them. The Worker only needs to know
 * whether an operation has one, because its status depends on that (gateway/operation.ts). So this module exports a function for
 * every name. The names are on its prototype, because a bundler copies a CommonJS module's own names and keeps its prototype.
 */
module.exports = Object.create(new Proxy({}, { get: () => absent }))
