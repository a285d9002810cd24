/** Output schemas of the workspace group (decisions.md section 5). */
export * from './finding.answers.ts'
export * from './pages.answers.ts'
export * from './records.answers.ts'
export * from './tables.answers.ts'
