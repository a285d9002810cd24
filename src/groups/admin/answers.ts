/**
 * Output schemas of the management app's API (decisions.md section 11). Routes import them only from here
 * (src/base/no-answers.cjs).
 */
export * from './accounts.answers.ts'
export * from './audit.answers.ts'
export * from './data.answers.ts'
export * from './deployment.answers.ts'
export * from './events.answers.ts'
export * from './grants.answers.ts'
export * from './keys.answers.ts'
export * from './links.answers.ts'
export * from './webhook.answers.ts'
