import { describe, expect, it } from 'vitest'
import { bulk as answer } from '../../../src/groups/workspace/records.outputs.ts'
import { DATA_SOURCES, projectId } from '../../simulators/workspace/index.ts'
import { lastCall, refused, type Stage, setStage, told } from './stage.ts'

const trash = (id: string) => `PATCH /v1/pages/${id}`

const trashed = ({ product }: Stage) =>
  product.state.rows
    .filter(({ dataSourceId, inTrash }) => dataSourceId === DATA_SOURCES.projects && inTrash)
    .map(({ id }) => id)

const success = (index: number, page_id: string) => ({ index, status: 'done', page_id, error: null })

describe('POST /workspace/bulk-delete', () => {
  it('moves each page to the trash, in one call each', async () => {
    const stage = setStage()
    const ids = [projectId(1), projectId(3)]
    const { status, json } = await stage.bulk('delete', { page_ids: ids })
    expect([status, json]).toEqual([
      200,
      {
        success: true,
        total: 2,
        successful: 2,
        failed: 0,
        results: ids.map((id, index) => success(index, id)),
        next_index: null,
        warnings: [],
      },
    ])
    expect(answer().parse(json)).toEqual(json)
    expect(stage.called()).toEqual(ids.map(trash))
    expect(lastCall(stage).body).toBe('{"in_trash":true}')
    // The ninth was there before.
    expect(trashed(stage)).toEqual([...ids, projectId(9)])
  })

  it('a missing page fails separately, with the id that was sent', async () => {
    const stage = setStage()
    const { json } = await stage.bulk('delete', { page_ids: [projectId(1), projectId(99), 'nothing', projectId(2)] })
    expect(json).toMatchObject({ success: false, total: 4, successful: 2, failed: 2, next_index: null })
    expect(json.results).toEqual([
      success(0, projectId(1)),
      { index: 1, status: 'refused', page_id: projectId(99), error: expect.stringMatching(/^Could not find page/) },
      {
        index: 2,
        status: 'refused',
        page_id: 'nothing',
        error: 'page_id: must be the id or the address of a page: workspace_search finds it',
      },
      success(3, projectId(2)),
    ])
    expect(stage.called()).toHaveLength(4)
  })

  it('a page that the product refused because of a conflict is sent again', async () => {
    const stage = setStage()
    stage.product.fail({ kind: 'status', status: 409 }, { times: 1 })
    const { json } = await stage.bulk('delete', { page_ids: [1, 2].map(projectId) })
    expect(json.results).toEqual([success(0, projectId(1)), success(1, projectId(2))])
    expect(stage.called()).toEqual([1, 1, 2].map((number) => trash(projectId(number))))
  })

  it('404 when no page is known, with each id', async () => {
    const answer = await setStage().bulk('delete', { page_ids: [projectId(98), projectId(99)] })
    expect(answer).toMatchObject({ status: 404, json: { success: false, successful: 0, failed: 2 } })
    expect(answer.json.results).toMatchObject([
      { status: 'refused', page_id: projectId(98) },
      { status: 'refused', page_id: projectId(99) },
    ])
  })

  it('a page that is in the trash already is no failure, also where the product refuses to edit it', async () => {
    const stage = setStage()
    const ids = [projectId(1), projectId(2)]
    await stage.bulk('delete', { page_ids: ids })
    const message = "Can't edit block that is archived. You must unarchive the block before editing."
    const body = JSON.stringify({ object: 'error', status: 400, code: 'validation_error', message })
    stage.product.fail({ kind: 'status', status: 400, body }, { times: 1 })
    const { status, json } = await stage.bulk('delete', { page_ids: ids })
    expect([status, json.success, json.successful]).toEqual([200, true, 2])
    expect(json.results[0]).toEqual({ ...success(0, projectId(1)), status: 'already' })
  })

  it('needs no id in the response', async () => {
    const stage = setStage()
    stage.product.fail({ kind: 'status', status: 200, body: '{}' })
    const { json } = await stage.bulk('delete', { page_ids: [projectId(1)] })
    expect(json.results).toEqual([success(0, projectId(1))])
  })

  it('a refusal of the token half-way ends it, with its reason and Retry-After', async () => {
    const stage = setStage()
    let writes = 0
    stage.product.fail({ kind: 'status', status: 429 }, { on: () => ++writes > 1 })
    const ended = await stage.bulk('delete', { page_ids: [1, 2, 3].map(projectId) })
    expect(ended.json).toMatchObject({ success: false, successful: 1, failed: 2, next_index: 1 })
    expect(ended.json.error).toMatch(/^You have been rate limited/)
    expect(ended.headers.get('Retry-After')).toBe('2')
  })

  it('what does not fit in SUBREQUESTS is left for next_index', async () => {
    const stage = setStage({ SUBREQUESTS: '3' })
    const ids = [1, 2, 3, 4, 5].map(projectId)
    const first = await stage.bulk('delete', { page_ids: ids })
    expect(first.json).toMatchObject({ success: false, total: 5, successful: 3, failed: 2, next_index: 3 })
    const second = await stage.bulk('delete', { page_ids: ids.slice(3) })
    expect(second.json).toMatchObject({ successful: 2, next_index: null })
    expect(stage.called()).toEqual(ids.map(trash))
  })

  it.each([
    [{}, /^page_ids: /],
    [{ page_ids: [] }, 'page_ids: must not be empty'],
    [{ page_ids: Array(101).fill(projectId(1)) }, 'page_ids: must hold at most 100, not 101'],
    [{ page_ids: [projectId(1), '../users'] }, /^page_ids\[1\]: must be the id or the address of a page/],
    [{ page_ids: [1] }, /^page_ids\[0\]: /],
  ])('%j is 400 before any call', async (body, error) => {
    const { bulk, called } = setStage()
    const message = typeof error === 'string' ? error : expect.stringMatching(error)
    expect(told(await bulk('delete', body))).toEqual(refused(400, message))
    expect(called()).toEqual([])
  })

  it('is Pro-only', async () => {
    const answer = await setStage({ LICENCE: 'basic' }).bulk('delete', { page_ids: [projectId(1)] })
    expect(told(answer)).toEqual(refused(400, 'you are not a Latchkey PRO user'))
  })
})
