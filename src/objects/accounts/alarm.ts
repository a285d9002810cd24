/**
 * Sets an alarm that is in the past to now, and returns whether there is one. The platform lost such an alarm, or is about to
 * run it: nothing else would set it again, because one that is earlier than the next work looks sufficient.
 */
export async function hasAlarm(storage: DurableObjectStorage, now: number): Promise<boolean> {
  return (await alarmAt(storage, now)) !== null
}

/** Has the object woken at this time, unless its alarm comes earlier. */
export async function wakeBy(storage: DurableObjectStorage, at: number, now: number): Promise<void> {
  const set = await alarmAt(storage, now)
  if (set === null || set > at) await storage.setAlarm(at)
}

async function alarmAt(storage: DurableObjectStorage, now: number): Promise<number | null> {
  const set = await storage.getAlarm()
  if (set !== null && set < now) await storage.setAlarm(now)
  return set
}
