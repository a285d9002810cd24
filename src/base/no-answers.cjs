const absent = () => {
  throw new Error('no answer is described in the Worker')
}

/**
 * Stands in the bundle for the `answers.ts` of every group (scripts/support/bundle.ts): 40 KiB of schemas that describe what
 * goes out, and that no request asks for. `npm run generate` prints them ahead, and the tests check answers by them. The
 * Worker knows that an operation has an answer, from which its status follows (gateway/operation.ts), and no more: every
 * name that a route asks for is there. They are found on the prototype, since a bundler copies the own names of a CommonJS
 * module and keeps its prototype.
 */
module.exports = Object.create(new Proxy({}, { get: () => absent }))
