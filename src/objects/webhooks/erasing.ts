import type { EventsErased, ExportedEvents } from '../../base/events.ts'
import type { Group } from '../../base/groups.ts'

/** How many of the newest events and deliveries are exported, because the response of an object has a size limit. */
const MOST_EXPORTED = 5_000

/** Exports and deletes what is stored about the events of groups. */
export class Erasing {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  contents(groups: readonly Group[]): ExportedEvents {
    const rows = (columns: string, source: string) =>
      this.#sql
        .exec<{ record: string }>(`SELECT ${columns} AS record FROM ${source}`, JSON.stringify(groups), MOST_EXPORTED)
        .toArray()
        .map(({ record }) => JSON.parse(record) as Record<string, unknown>)
    const event = "json_object('id', id, 'type', type, 'at', at, 'data', json(data))"
    return {
      events: rows(event, `kept_events WHERE ${OF_GROUPS} ORDER BY seq DESC LIMIT ?`),
      deliveries: rows('event_attempts.record', `event_attempts WHERE ${OF_EVENTS} ORDER BY id DESC LIMIT ?`),
    }
  }

  /** @param accounts the accounts whose sources start again */
  erase(groups: readonly Group[], accounts: readonly string[]): EventsErased {
    const given = JSON.stringify(groups)
    const deleted = (statement: string) => this.#sql.exec(`${statement} RETURNING 1`, given).toArray().length
    const deliveries = deleted(`DELETE FROM event_attempts WHERE ${OF_EVENTS}`)
    this.#sql.exec(`DELETE FROM event_outbox WHERE seq IN (SELECT seq FROM kept_events WHERE ${OF_GROUPS})`, given)
    const events = deleted(`DELETE FROM kept_events WHERE ${OF_GROUPS}`)
    for (const account of accounts) {
      this.#sql.exec('DELETE FROM event_marks WHERE source LIKE ?', `${account}.%`)
      this.#sql.exec('DELETE FROM event_sources WHERE name LIKE ?', `${account}.%`)
    }
    return { events, deliveries }
  }
}

const OF_GROUPS = 'area IN (SELECT value FROM json_each(?))'
const OF_EVENTS = `json_extract(record, '$.event_id') IN (SELECT id FROM kept_events WHERE ${OF_GROUPS})`
