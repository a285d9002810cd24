/**
 * A step from one version of a store to the next. A released step is never changed: add another one. The previous
 * release must be able to use the store, so a new column has a default or may be null, and nothing that it reads is
 * dropped or renamed.
 */
export type Migration = (storage: DurableObjectStorage) => void
