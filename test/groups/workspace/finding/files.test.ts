import { describe, expect, it } from 'vitest'
import { DATA_SOURCES, uploadId } from '../../../simulators/workspace/index.ts'
import { sentBodies, setFinding } from './stage.ts'

const url = 'https://cdn.example.com/plan.pdf'

describe('a file by its URL', () => {
  it('is imported, and returned with its id', async () => {
    const stage = setFinding()
    const { status, json } = await stage.ask('POST /files', { url: `${url}#page=2`, filename: '계획.pdf' })
    expect([status, json]).toEqual([
      201,
      {
        object: 'file_upload',
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        status: 'uploaded',
        filename: '계획.pdf',
        content_type: 'application/pdf',
        content_length: 48_211,
        created_time: '2026-11-21T09:00:00.000Z',
        expiry_time: '2026-11-21T10:00:00.000Z',
        failure: null,
        warnings: [],
      },
    ])
    expect(sentBodies(stage)).toEqual([{ mode: 'external_url', external_url: url, filename: '계획.pdf' }])
  })

  it.each<[string, (answer: { id: string }) => unknown, string]>([
    ['its id', ({ id }) => ({ file_upload: id }), 'plan.pdf'],
    ['its id and a name', ({ id }) => [{ file_upload: id.replaceAll('-', ''), name: 'Plan' }], 'Plan'],
    ['what the product calls it', ({ id }) => ({ type: 'file_upload', file_upload: { id } }), 'plan.pdf'],
    ['the answer as it came', (answer) => answer, 'plan.pdf'],
  ])('is put into a files property by %s', async (_, value, name) => {
    const { ask, bulk, product } = setFinding()
    const upload = (await ask('POST /files', { url })).json
    const records = [{ Name: 'With a plan', Attachments: value(upload) }]
    const { json } = await bulk('insert', { data_source_id: DATA_SOURCES.projects, records })
    expect(json).toMatchObject({ success: true, successful: 1 })
    const files = product.state.rows.find(({ id }) => id === json.results[0].page_id)?.values.get('Attachments')
    expect(files).toMatchObject([{ type: 'file', name }])
    expect((await ask(`GET /files/${upload.id}`)).json).toMatchObject({ status: 'uploaded', expiry_time: null })
  })

  it('is waited for as long as possible, and can be checked again', async () => {
    const { ask, product, world, called } = setFinding()
    product.switches.importMs = 40_000
    const { status, json } = await ask('POST /files', { url })
    expect([status, json.status]).toEqual([201, 'pending'])
    expect(json.warnings).toEqual([
      `status: the file cannot be used before it is uploaded: look again with GET /api/v2/workspace/files/${json.id}`,
    ])
    expect(called().length).toBeGreaterThan(5)
    world.clock.advance(40_000)
    expect((await ask(`GET /files/${json.id}`)).json).toMatchObject({ id: json.id, status: 'uploaded', warnings: [] })
    world.clock.advance(3_600_000)
    expect((await ask(`GET /files/${json.id}`)).json).toMatchObject({ status: 'expired', warnings: [] })
  })

  it('stays within SUBREQUESTS', async () => {
    const { ask, product, called } = setFinding({ SUBREQUESTS: '4' })
    product.switches.importMs = 40_000
    expect((await ask('POST /files', { url })).json.status).toBe('pending')
    expect(called().length).toBeLessThanOrEqual(4)
  })

  it('is not lost when a status check fails', async () => {
    const { ask, product } = setFinding()
    product.fail({ kind: 'status', status: 503 }, { on: ({ method }) => method === 'GET' })
    const { status, json } = await ask('POST /files', { url })
    expect([status, json.status, typeof json.id]).toEqual([201, 'pending', 'string'])
  })

  it.each([
    ['download_error', 400, 'The file could not be downloaded.'],
    ['validation_error', 400, 'The file is larger than the workspace allows.'],
    ['upload_error', 502, 'The file could not be stored.'],
    ['internal_system_error', 502, 'Something went wrong.'],
  ])('that ends in %s is %i', async (failure, status, message) => {
    const { ask, product } = setFinding()
    product.switches.importFailure = failure
    const answer = await ask('POST /files', { url })
    const error = `url: the workspace service could not import the file: ${message}`
    expect([answer.status, answer.json]).toEqual([status, { success: false, error }])
  })
})

describe('an import that is checked', () => {
  it('tells why it failed', async () => {
    const { ask } = setFinding()
    expect((await ask(`GET /files/${uploadId(2)}`)).json).toMatchObject({
      status: 'failed',
      failure: { type: 'download_error', code: 'file_not_found', message: 'The file could not be downloaded.' },
    })
  })

  it.each([
    [uploadId(99), 404, /^Could not find file_upload/],
    ['moodboard', 400, /^file_upload_id: must be a UUID$/],
  ])('%s is %i', async (id, status, error) => {
    const { ask } = setFinding()
    const answer = await ask(`GET /files/${id}`)
    expect([answer.status, answer.json.error]).toEqual([status, expect.stringMatching(error)])
  })
})

describe('a URL that is refused before the product is called', () => {
  it.each([
    ['http://cdn.example.com/plan.pdf', 'url: must be an https address, such as https://cdn.example.com/plan.pdf'],
    ['https://127.0.0.1/plan.pdf', 'url: must name a host on the public internet'],
    ['https://localhost/plan.pdf', 'url: must name a host on the public internet'],
    ['https://me:pw@cdn.example.com/plan.pdf', 'url: must hold no user name and no password'],
    ['https://cdn.example.com:8443/plan.pdf', 'url: must have no port'],
    [`https://cdn.example.com/${'a'.repeat(2000)}`, 'url: must be at most 2000 characters, not 2024'],
  ])('%s', async (address, error) => {
    const { ask, called } = setFinding()
    const { status, json } = await ask('POST /files', { url: address })
    expect([status, json.error]).toEqual([400, error])
    expect(called()).toEqual([])
  })

  it.each(['a/b.pdf', 'a\\b.pdf', 'a\nb', '가'.repeat(301)])('so is the name %j', async (filename) => {
    const { ask, called } = setFinding()
    const { status, json } = await ask('POST /files', { url, filename })
    expect([status, json.error]).toEqual([400, expect.stringMatching(/^filename: must /)])
    expect(called()).toEqual([])
  })
})

describe('a files property', () => {
  it('accepts no pending file, and says so', async () => {
    const { ask, bulk, product } = setFinding()
    product.switches.importMs = 40_000
    const { id } = (await ask('POST /files', { url })).json
    const { json } = await bulk('insert', {
      data_source_id: DATA_SOURCES.projects,
      records: [
        { Name: 'a', Attachments: { file_upload: id } },
        { Name: 'b', Attachments: { file_upload: 'plan' } },
      ],
    })
    expect(json.results).toMatchObject([
      { status: 'refused', error: expect.stringContaining('pending') },
      { status: 'refused', error: 'records[1].Attachments.file_upload: must be the id (UUID) of an imported file' },
    ])
  })
})
