/**
 * Output schemas of the workspace group (decisions.md section 5). Routes import them only from here
 * (src/base/no-answers.cjs).
 */
export * from './finding.answers.ts'
export * from './pages.answers.ts'
export * from './records.answers.ts'
export * from './tables.answers.ts'
