/** The command was called wrongly. The message says how to call it. */
export class UsageError extends Error {}
