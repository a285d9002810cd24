const id = (kind: string, n: number) => `2f1c0de0-${kind}-4000-8000-${n.toString(16).padStart(12, '0')}`

export const WORKSPACES = { haneul: id('0001', 1), elsewhere: id('0001', 2) }

export const DATABASES = {
  projects: id('0002', 1),
  tasks: id('0002', 2),
  /** With two data sources. */
  leads: id('0002', 3),
  /** Shared with no connection. */
  payroll: id('0002', 4),
}

export const DATA_SOURCES = {
  /** With a column of every type. */
  projects: id('0003', 1),
  tasks: id('0003', 2),
  leads2026: id('0003', 3),
  leads2025: id('0003', 4),
  /** Shared with no connection. */
  salaries: id('0003', 5),
  /** With a rollup of every type and function, and formulas of every result. */
}

export const PAGES = {
  /** At the top of the workspace, with blocks of every kind and a child page. */
  handbook: id('000a', 1),
  /** Below the handbook. */
  onboarding: id('000a', 2),
  /** At the top, shared with no connection. */
  diary: id('000a', 3),
  /** Below the handbook, in the trash. */
  attic: id('000a', 4),
}

export const USERS = {
  jiwoo: id('0004', 1),
  minjun: id('0004', 2),
  seoyeon: id('0004', 3),
  /** Known to the product, in no workspace of ours. */
  outsider: id('0004', 4),
  bot: id('0004', 5),
  strangerBot: id('0004', 6),
}

export const commentId = (n: number) => id('000a', n)
export const discussionId = (n: number) => id('000b', n)
export const uploadId = (n: number) => id('000c', n)
export const projectId = (n: number) => id('0005', n)
export const taskId = (n: number) => id('0006', n)
export const leadId = (n: number) => id('0007', n)
export const salaryId = (n: number) => id('0008', n)
export const viewId = (n: number) => id('000d', n)
export const templateId = (n: number) => id('000e', n)
export const blockId = (n: number) => id('000b', n)
