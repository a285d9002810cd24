import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Group } from '../../../../src/base/groups.ts'
import { declaredFields } from '../../../../src/upstream/failures.ts'
import { type Subject, withUpstream } from '../../../contract/subjects.ts'
import { abortObjects } from '../../../support/work.ts'
import { type Change, getAt, getChanges, type Path } from './changes.ts'
import { type Exchange, hasSameCalls, type Outcome, record, replay } from './replay.ts'
import { lostPaths, wrongPlaces } from './silent.ts'

/**
 * Runs every operation of the group with every single change of every response that a product gave to it:
 * - a 5xx is allowed only if the changed path is, or contains, a required field (upstream/failures.ts);
 * - another error only if the row says that the path decides about the request;
 * - a success may only contain less than before, or the product's new value.
 *
 * If the removal of a field changes nothing, or only removes its copies from the response, its other changes, and those of
 * everything in it, are made together with the changes of all such fields. Unknown fields are added together as well. If the
 * response stays the same, or has exactly these changes, each of them is tolerated. If not, each half of them is tried, down to
 * a single one.
 */
export function describeTolerance(group: Group): void {
  afterEach(() => vi.restoreAllMocks())
  // Every change uses separate objects. A runtime that keeps thousands of them open fails.
  afterEach(() => abortObjects())

  const subjects = withUpstream.filter(({ contract }) => contract.group === group)
  describe.each(subjects)('$id', (subject) => {
    it("tolerates every single change in the product's responses", { timeout: 120_000 }, async () => {
      const { outcome: before, exchanges, ...first } = await record(subject)
      expect(before.status, before.answer.text).toBeLessThan(400)
      const unsteady = await unsteadyPlaces(subject, before)
      // Connecting the account takes most of the time, so the replays of a read share a gateway that is connected, if such a
      // one makes the same calls and gives the same response. One that failed is not used again.
      vi.restoreAllMocks()
      const again = subject.operation.reads ? await record(subject, first.gateway) : undefined
      const isShareable = again && hasSameCalls(exchanges, again.exchanges) && isSame(before, again.outcome, unsteady)
      // A gateway that has waited remembers times that the clock of its next world has not reached.
      let warm = isShareable && !again.hasWaited ? first.gateway : undefined
      const faults: string[] = []
      // What keeps the account connected is the same for every operation, so only the first one is changed.
      const varied = exchanges.filter(({ isUpkeep }) => !isUpkeep || subject === subjects[0])
      // In responses to the same call about several things, such as each recording of a page, a path is changed once.
      const seen = new Map<string, Set<string>>()
      for (const exchange of varied) {
        const places = seen.get(formatKind(exchange)) ?? new Set()
        seen.set(formatKind(exchange), places)
        const after = async (change: Pick<Change, 'apply'>) => {
          vi.restoreAllMocks()
          const { outcome, gateway, hasWaited } = await replay(
            subject,
            exchanges,
            exchange,
            change,
            exchange.isUpkeep ? undefined : warm,
          )
          const isFit = !exchange.isUpkeep && outcome.status < 400 && !hasWaited
          warm = isShareable && isFit ? gateway : undefined
          return outcome
        }
        /** Whether the outcome is as before, but for the changes where the gateway passes them on. */
        const isAsBefore = (outcome: Outcome, changes: readonly Change[] = []) => {
          const json = changes.reduceRight((changed, change) => passedOn(change, changed), before.answer.json)
          return isSame(
            { ...before, answer: { ...before.answer, json, text: JSON.stringify(json) } },
            outcome,
            unsteady,
          )
        }
        const check = async (change: Change) => {
          const outcome = await after(change)
          const fault = toFault(subject, unsteady, change, before, outcome)
          if (fault) faults.push(`${exchange.key}: ${change.place || 'the answer'} ${change.kind}: ${fault}`)
          return outcome
        }
        // Nothing depends on these fields, except for their copies in the response.
        const unread: Field[] = []
        const passedOn = (change: Change, answer: unknown) => {
          const field = unread.find((one) => isIn(change, one))
          const rest = change.path.slice(field?.path.length)
          return (field?.copies ?? []).reduce((changed, path) => change.apply(changed, [...path, ...rest]), answer)
        }
        const together = new Map<string, Change[]>()
        for (const change of exchange.body === undefined ? [] : getChanges(exchange.body, places)) {
          const isUnknown = change.kind === 'unknown field'
          if (isUnknown || unread.some((field) => isIn(change, field))) {
            // Places of the same depth do not contain each other, so one change cannot undo another.
            const name = isUnknown ? change.kind : `${change.kind} ${change.path.length}`
            together.set(name, [...(together.get(name) ?? []), change])
            continue
          }
          const outcome = await check(change)
          if (change.kind !== 'deleted') continue
          const copies = lostPaths(before.answer.json, outcome.answer.json)
          const [original, ...copied] = [
            getAt(exchange.body, change.path),
            ...copies.map((path) => getAt(before.answer.json, path)),
          ].map((value) => JSON.stringify(value))
          if (copied.some((copy) => copy !== original)) continue
          unread.push({ ...change, copies })
          if (!isAsBefore(outcome, [change])) unread.pop()
        }
        const prove = async (changes: readonly Change[]): Promise<void> => {
          const [first, ...more] = changes
          if (!first) return
          if (more.length === 0) return void (await check(first))
          const apply = (answer: unknown) => changes.reduceRight((changed, change) => change.apply(changed), answer)
          if (isAsBefore(await after({ apply }), changes)) return
          const half = changes.length >> 1
          await prove(changes.slice(0, half))
          await prove(changes.slice(half))
        }
        for (const changes of together.values()) await prove(changes)
      }
      expect(faults).toEqual([])
    })
  })
}

/** The call without the ids in it, and without which of them it was. */
const formatKind = ({ key }: Exchange) => key.replace(/ \d+$/, '').replace(/[^/ ]*\d{2}[^/ ]*/g, '*')

/** A field on which nothing depends, except for its copies in the gateway's response. */
interface Field extends Pick<Change, 'place' | 'path'> {
  readonly copies: readonly Path[]
}

/** Whether the change is at the field or in it. A field with copies is that of one item of a list. */
const isIn = (change: Change, { place, path, copies }: Field) =>
  (change.place === place || startsAt(change.place, place)) &&
  (copies.length === 0 || path.every((key, at) => change.path[at] === key))

/** What differs in a response each time: generated ids, times. */
async function unsteadyPlaces(subject: Subject, { answer }: Outcome): Promise<Set<string>> {
  vi.restoreAllMocks()
  const again = (await record(subject)).outcome.answer
  return new Set(wrongPlaces(answer.json, again.json))
}

/** Whether the response is the same, except for what differs each time. */
function isSame(before: Outcome, after: Outcome, unsteady: ReadonlySet<string>): boolean {
  if (before.status === after.status && before.answer.text === after.answer.text) return true
  const [one, other] = [before.answer.json, after.answer.json]
  const differing = [...wrongPlaces(one, other), ...wrongPlaces(other, one)]
  return before.status === after.status && differing.every((place) => unsteady.has(place))
}

function toFault(
  subject: Subject,
  unsteady: ReadonlySet<string>,
  change: Change,
  before: Outcome,
  after: Outcome,
): string | undefined {
  const { row, contract } = subject
  const verdicts = { ...contract.verdicts, ...row.verdicts }
  if (after.status >= 500 && isEssential(contract.group as Group, change, after.reason)) return
  if (after.status >= 400) {
    return isNamed(verdicts, change.place)
      ? undefined
      : `${after.status} ${after.reason} ${after.answer.text.slice(0, 160)}`
  }
  if (after.status !== before.status) return `${after.status} in place of ${before.status}`
  if (after.answer.text === before.answer.text) return
  const follows = { ...verdicts, ...row.follows }
  const wrong = wrongPlaces(before.answer.json, after.answer.json, change).filter(
    (place) => !isWithin(follows, place) && !unsteady.has(place),
  )
  return wrong.length > 0 && !isNamed(verdicts, change.place) ? `says otherwise: ${wrong.join(', ')}` : undefined
}

/** Whether the failure names a declared essential, and the change is at it or around it. */
function isEssential(group: Group, { place }: Change, reason: string): boolean {
  const [word, essential = ''] = reason.split(' ')
  const named = essential === 'json' ? '' : essential
  return word === 'shape' && declaredFields(group).has(named) && (named === place || startsAt(named, place))
}

const startsAt = (path: string, start: string) =>
  start === '' || path.startsWith(`${start}.`) || path.startsWith(`${start}[`)

/** Whether the row explains the path in our response, its number of items, or a parent path. */
const isWithin = (places: Readonly<Record<string, string>>, place: string) =>
  Object.keys(places).some((named) => place === named || startsAt(place, named) || place.split(' ')[0] === named)

/** Whether the row explains the path, or a parent path. */
const isNamed = (places: Readonly<Record<string, string>>, place: string) =>
  Object.keys(places).some((named) => named === place || startsAt(place, named) || startsAt(named, place))
