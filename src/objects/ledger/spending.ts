import { platform } from '../../base/platform.ts'
import { endOfDate, formatDate, type Hold, koreanDay, type Reservation } from '../../base/usage.ts'

/** The storage name of a day's sum. */
export const SPENDING = 'spending'

interface Spending {
  /** The day number of `koreanDay`. */
  day: number
  /** In won. */
  amount: number
}

/** One amount in the sum. */
type Counted = Omit<Reservation, 'id'>

/** What the object of a lineage stores about the current day in Korea. */
export class DailySpending {
  readonly #storage: DurableObjectStorage

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  /** When the current day ends, in epoch milliseconds. Undefined when nothing is stored for it. */
  endsAt(now: number): number | undefined {
    const known = this.#storage.kv.get<Spending>(SPENDING)
    return known?.day === koreanDay(now) ? endOfDate(formatDate(known.day)) + 1 : undefined
  }

  reserve({ id, run, amount }: Reservation, dailyAmount: number): { isReserved: boolean; spent: number } {
    const today = this.#today()
    const counted = this.#reservation(id)?.amount ?? 0
    const spent = today.amount - counted
    if (spent + amount > dailyAmount) return { isReserved: false, spent }
    this.#storage.kv.put<Counted>(`spent/${id}`, { run, amount })
    this.#storage.kv.put<Spending>(SPENDING, { ...today, amount: spent + amount })
    return { isReserved: true, spent }
  }

  /** Counts the amounts that are not counted yet, for one run, or none of them. `spent` is without all of these. */
  reserveAll({ run, amounts }: Hold, dailyAmount: number): { isReserved: boolean; spent: number } {
    const today = this.#today()
    const counted = amounts.map(({ id }) => this.#reservation(id)?.amount ?? 0)
    const spent = today.amount - counted.reduce((sum, amount) => sum + amount, 0)
    const fresh = amounts.filter(({ id }) => this.#reservation(id) === undefined)
    const amount = fresh.reduce((sum, one) => sum + one.amount, today.amount)
    if (amount > dailyAmount) return { isReserved: false, spent }
    for (const one of fresh) this.#storage.kv.put<Counted>(`spent/${one.id}`, { run, amount: one.amount })
    this.#storage.kv.put<Spending>(SPENDING, { ...today, amount })
    return { isReserved: true, spent }
  }

  cancel(id: string, run: string): void {
    const today = this.#today()
    const reservation = this.#reservation(id)
    if (reservation?.run !== run) return
    this.#storage.kv.delete(`spent/${id}`)
    this.#storage.kv.put<Spending>(SPENDING, { ...today, amount: today.amount - reservation.amount })
  }

  #reservation(id: string): Counted | undefined {
    return this.#storage.kv.get<Counted>(`spent/${id}`)
  }

  /** The sum of the current day. That of another day is deleted. */
  #today(): Spending {
    const day = koreanDay(platform.now())
    const known = this.#storage.kv.get<Spending>(SPENDING)
    if (known?.day === day) return known
    const names = [...this.#storage.kv.list({ prefix: 'spent/' })].map(([name]) => name)
    for (const name of names) this.#storage.kv.delete(name)
    return { day, amount: 0 }
  }
}
