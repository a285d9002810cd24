/** Output schemas of the workspace group. */
export * from './finding.answers.ts'
export * from './pages.answers.ts'
export * from './records.answers.ts'
export * from './tables.answers.ts'
