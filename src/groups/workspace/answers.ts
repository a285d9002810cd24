/** What goes out of the workspace group: decisions.md section 5. Routes take it from here alone (src/base/no-answers.cjs). */
export * from './answers.finding.ts'
export * from './answers.pages.ts'
export * from './answers.records.ts'
export * from './answers.tables.ts'
