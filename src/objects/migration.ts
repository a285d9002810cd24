/**
 * A step from one version of a store to the next.
 *
 * - A released step is never changed: add another one.
 * - A step must do no harm to a store that has been through it already, since stores from before there were versions begin
 *   at the first one.
 * - The release before must be able to use the store: a new column has a default or may be null, and nothing that it reads
 *   is dropped or renamed.
 */
export type Migration = (storage: DurableObjectStorage) => void
