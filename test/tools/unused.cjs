/* unused.ts loads this in place of a package. Every name is an empty class. */
module.exports = new Proxy({}, { get: () => class {} })
