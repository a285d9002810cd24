import type { TableView, Template } from '../state.ts'
import { DATA_SOURCES, DATABASES, templateId, viewId } from './ids.ts'

const template = (n: number, name: string, markdown: string, isDefault = false): Template => ({
  id: templateId(n),
  dataSourceId: DATA_SOURCES.projects,
  name,
  isDefault,
  markdown,
})

export const seedTemplates = (): Template[] => [
  template(1, 'Article', '## Idea\n## Sources', true),
  template(2, '인터뷰', '## 질문'),
]

const view = (n: number, name: string, more: Partial<TableView> = {}): TableView => ({
  id: viewId(n),
  databaseId: DATABASES.projects,
  dataSourceId: DATA_SOURCES.projects,
  name,
  type: 'table',
  filter: null,
  sorts: null,
  quickFilters: null,
  ...more,
})

export const seedViews = (): TableView[] => [
  view(1, 'In progress', {
    filter: { property: 'Stage', status: { equals: 'In progress' } },
    sorts: [{ property: 'Budget', direction: 'descending' }],
  }),
  view(2, 'Board', {
    type: 'board',
    filter: {
      or: [
        {
          and: [
            { property: 'Stage', status: { equals: 'Done' } },
            { property: 'Billable', checkbox: { equals: true } },
          ],
        },
        { property: 'Stage', status: { equals: 'In progress' } },
      ],
    },
    quickFilters: { Priority: { select: { equals: 'High' } }, Due: {} },
  }),
  view(3, 'Everything', { type: 'dashboard', dataSourceId: null }),
]
