/** What goes out of the workspace group: decisions.md section 5. Routes take it from here alone (src/base/no-answers.cjs). */
export * from './finding.answers.ts'
export * from './pages.answers.ts'
export * from './records.answers.ts'
export * from './tables.answers.ts'
