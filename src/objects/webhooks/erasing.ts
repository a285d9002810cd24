import type { EventsErased } from '../../base/events.ts'
import type { Group } from '../../base/groups.ts'

/** Exports and deletes what is stored about the events of groups. */
export class Erasing {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  /** The newest attempts to deliver events of the groups. */
  deliveries(groups: readonly Group[], most: number): Record<string, unknown>[] {
    return this.#sql
      .exec<{ record: string }>(
        `SELECT event_attempts.record FROM event_attempts WHERE ${OF_EVENTS} ORDER BY id DESC LIMIT ?`,
        ...[JSON.stringify(groups), most],
      )
      .toArray()
      .map(({ record }) => JSON.parse(record))
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
