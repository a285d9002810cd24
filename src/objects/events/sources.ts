import type { EventSource } from '../../upstream/event-source.ts'

/** What tells of new things. A group declares its own, and the object finds it here. */
export const SOURCES: readonly EventSource[] = []
