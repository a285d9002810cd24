/** What the management app's API answers: decisions.md section 11. Routes take it from here alone (src/base/no-answers.cjs). */
export * from './answers.accounts.ts'
export * from './answers.audit.ts'
export * from './answers.data.ts'
export * from './answers.deployment.ts'
export * from './answers.events.ts'
export * from './answers.grants.ts'
export * from './answers.keys.ts'
export * from './answers.links.ts'
