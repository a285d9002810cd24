import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, type TestContext, vi } from 'vitest'
import { onSave } from '../../../scripts/support/watch.ts'

/** After the last event of a change, all its callbacks have ended. */
const SETTLED_MS = 400

interface Stage {
  folder: string
  calls(): number
  /** The changes lead to a call. Returns when no further call for them can follow. */
  isSeen(change: Promise<unknown>): Promise<void>
}

/** A separate folder with one file, which is watched until the test ends. */
async function stage(
  { onTestFinished }: TestContext,
  callBack: Parameters<typeof onSave>[1] = async () => {},
): Promise<Stage> {
  const root = await mkdtemp(join(tmpdir(), 'latchkey-save-'))
  const folder = join(root, 'src')
  await mkdir(join(folder, 'gateway'), { recursive: true })
  await writeFile(fileIn(folder), 'first')
  let calls = 0
  const stop = onSave([folder], async (saved) => {
    calls++
    await callBack(saved)
  })
  onTestFinished(async () => {
    stop()
    await rm(root, { recursive: true })
  })
  return {
    folder,
    calls: () => calls,
    isSeen: async (change) => {
      const before = calls
      await change
      await vi.waitFor(() => expect(calls).toBeGreaterThan(before), { timeout: 60_000 })
      await sleep(SETTLED_MS)
    },
  }
}

const fileIn = (folder: string) => join(folder, 'gateway/keys.ts')

/** The ways in which editors and git write a file. */
async function saveInPlace(folder: string) {
  await writeFile(fileIn(folder), 'in place')
}

async function saveByRename(folder: string) {
  const temporary = join(folder, 'gateway/.keys.ts.swp')
  await writeFile(temporary, 'renamed')
  await rename(temporary, fileIn(folder))
}

async function moveFromOutside(folder: string) {
  const temporary = join(dirname(folder), 'temporary')
  await writeFile(temporary, 'moved')
  await rename(temporary, fileIn(folder))
}

async function checkOut(folder: string) {
  await rm(fileIn(folder))
  await writeFile(fileIn(folder), 'checked out')
}

async function checkOutFolder(folder: string) {
  await rm(join(folder, 'gateway'), { recursive: true })
  await mkdir(join(folder, 'gateway'))
  await writeFile(fileIn(folder), 'checked out')
}

describe.concurrent('onSave', () => {
  it.for([
    ['in place', saveInPlace],
    ['by a rename', saveByRename],
    ['by a move from another folder', moveFromOutside],
    ['by git checkout', checkOut],
    ['by git checkout of its whole folder', checkOutFolder],
  ] as const)('sees a file saved %s, three times, and saved in other ways afterwards', async ([, save], context) => {
    const { folder, isSeen } = await stage(context)
    for (let time = 0; time < 3; time++) await isSeen(save(folder))
    await isSeen(saveInPlace(folder))
    await isSeen(saveByRename(folder))
  })

  it('sees files in new folders', async (context) => {
    const { folder, isSeen } = await stage(context)
    await isSeen(mkdir(join(folder, 'groups')))
    await isSeen(writeFile(join(folder, 'groups/routes.ts'), 'new'))
    await isSeen(mkdir(join(folder, 'groups/notes/deep'), { recursive: true }))
    await isSeen(writeFile(join(folder, 'groups/notes/deep/routes.ts'), 'new'))
    await isSeen(writeFile(join(folder, 'groups/notes/deep/routes.ts'), 'newer'))
  })

  it('sees a file that is removed', async (context) => {
    const { folder, isSeen } = await stage(context)
    await isSeen(rm(fileIn(folder)))
  })

  it('does not call for saves outside of the folders', async (context) => {
    const { folder, calls } = await stage(context)
    await writeFile(join(folder, '../elsewhere.ts'), 'new')
    await sleep(SETTLED_MS)
    expect(calls()).toBe(0)
  })

  it('does not call for files in a folder of generated ones', async (context) => {
    const { folder, calls, isSeen } = await stage(context)
    await isSeen(mkdir(join(folder, 'generated')))
    const before = calls()
    await writeFile(join(folder, 'generated/build.ts'), 'new')
    await sleep(SETTLED_MS)
    expect(calls()).toBe(before)
  })

  it('names the folder with the saved file', async (context) => {
    const named: string[][] = []
    const { folder } = await stage(context)
    const other = join(dirname(folder), 'other')
    await mkdir(other)
    const stop = onSave([folder, other], async (saved) => void named.push([...saved]))
    context.onTestFinished(stop)
    await writeFile(join(other, 'file.ts'), 'new')
    await vi.waitFor(() => expect(named).toEqual([[other]]), { timeout: 60_000 })
  })

  it('calls once for saves at the same time, and again for one during a call', async (context) => {
    let running = 0
    let mostAtOnce = 0
    let finish = () => {}
    const { folder, calls } = await stage(context, async () => {
      mostAtOnce = Math.max(mostAtOnce, ++running)
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      running--
    })
    for (let index = 0; index < 20; index++) await writeFile(join(folder, `${index}.ts`), 'new')
    await vi.waitFor(() => expect(calls()).toBe(1), { timeout: 60_000 })
    await saveByRename(folder)
    await sleep(SETTLED_MS)
    expect(calls()).toBe(1)
    finish()
    await vi.waitFor(() => expect(calls()).toBe(2), { timeout: 60_000 })
    finish()
    expect(mostAtOnce).toBe(1)
  })
})
