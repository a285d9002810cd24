import type { ToolOptions } from '../../gateway/operation-type.ts'

/** How a model gets the rows of a table. */
export const QUERY: ToolOptions = {
  hidden: ['filters_map', 'workspace_filter', 'in_trash', 'is_archived', 'result_type'],
  shown: { 'results.[]': 'id in_trash? is_archived? simple_properties url' },
}
