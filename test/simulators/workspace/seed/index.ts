import type { Row, State } from '../state.ts'
import { seedComments } from './comments.ts'
import { seedConnections, seedMembers, seedSessions, seedUsers } from './connections.ts'
import { seedFileUploads } from './file-uploads.ts'
import { DATA_SOURCES, leadId, projectId, salaryId, taskId } from './ids.ts'
import { seedContents, seedPages } from './pages.ts'
import { projectRows, type SeedRow } from './projects.ts'
import { leadRows, salaryRows, seedDatabases, seedDataSources, taskRows } from './tables.ts'
import { seedTemplates, seedViews } from './views.ts'

/** A workspace of a small studio in November 2026. */
export const seed = (): State => ({
  databases: seedDatabases(),
  dataSources: seedDataSources(),
  rows: [
    ...rows(DATA_SOURCES.projects, projectRows(), projectId),
    ...rows(DATA_SOURCES.tasks, taskRows(), taskId),
    ...rows(DATA_SOURCES.leads2026, leadRows(['Baram', 'Gureum', '노을']), leadId),
    ...rows(DATA_SOURCES.leads2025, leadRows(['Old friend', 'Older friend']), (n) => leadId(100 + n)),
    ...rows(DATA_SOURCES.salaries, salaryRows(), salaryId),
  ],
  pages: seedPages(),
  contents: seedContents(),
  trashedBlocks: new Map(),
  templates: seedTemplates(),
  views: seedViews(),
  users: seedUsers(),
  connections: seedConnections(),
  sessions: seedSessions(),
  members: seedMembers(),
  invites: [],
  comments: seedComments(),
  fileUploads: seedFileUploads(),
})

const rows = (dataSourceId: string, all: readonly SeedRow[], getId: (n: number) => string): Row[] =>
  all.map(({ created, edited, by, editedBy = by, inTrash = false, publicUrl = null, values }, index) => ({
    id: getId(index + 1),
    dataSourceId,
    createdTime: created,
    lastEditedTime: edited,
    createdBy: by,
    lastEditedBy: editedBy,
    inTrash,
    publicUrl,
    number: index + 1,
    values: new Map(Object.entries(values)),
  }))
