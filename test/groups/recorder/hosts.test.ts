import { describe, expect, it } from 'vitest'
import { isRecorderHost } from '../../../src/groups/hosts.ts'
import { note, readyRecording } from '../../simulators/recorder/index.ts'
import { connected, downloads, leaveNothingBehind } from './connected.ts'

leaveNothingBehind()

const BUCKETS = [
  'plaud-bucket',
  'prod-plaud-bucket',
  'prod-plaud-content-storage',
  'euc1-prod-plaud-bucket',
  'euc1-prod-plaud-content-storage',
  'apse1-prod-plaud-content-storage',
  'usw2-prod-plaud-content-storage',
  'me-central-1-prod-plaud-content-storage',
]

/** What follows the bucket in the host of an S3 address. */
const FORMS = [
  's3.amazonaws.com',
  's3.us-west-2.amazonaws.com',
  's3-us-west-2.amazonaws.com',
  's3.ap-southeast-1.amazonaws.com',
  's3.us-gov-west-1.amazonaws.com',
  's3.dualstack.eu-central-1.amazonaws.com',
  's3-accelerate.amazonaws.com',
  's3-accelerate.dualstack.amazonaws.com',
  's3.cn-north-1.amazonaws.com.cn',
  's3.dualstack.cn-northwest-1.amazonaws.com.cn',
]

const REFUSED_BUCKETS = [
  'other-bucket',
  'evilplaud-bucket',
  'x-plaud-bucket',
  'my-plaud-content-storage',
  'plaud-content-storage',
  'usw2-test-plaud-content-storage',
  'xprod-plaud-bucket',
  '-prod-plaud-bucket',
  'a.prod-plaud-bucket',
  'a.b-prod-plaud-content-storage',
  'evil.com.prod-plaud-bucket',
  'prod-plaud-bucket-2',
  'prod-plaud-content-storage.evil',
  'plaud-bucket.x',
]

describe('belongs to the product', () => {
  it.each(['api.plaud.ai', 'resource.plaud.ai', 'api-euc1.plaud.ai', 'api.plaud.cn', 'plaud.ai'])('%s', (host) => {
    expect(isRecorderHost(host)).toBe(true)
  })

  it.each(BUCKETS)('the bucket %s, in each form of an S3 address', (bucket) => {
    expect(FORMS.filter((form) => !isRecorderHost(`${bucket}.${form}`))).toEqual([])
  })
})

describe('does not belong to the product', () => {
  it.each([
    'plaud.ai.example.test',
    'notplaud.ai',
    'api.plaud.com',
    'api.plaud.ai.',
    'plaud-bucket.example.test',
    // The bucket would be in the path, where nobody can check it.
    's3.amazonaws.com',
    's3.us-west-2.amazonaws.com',
    's3-accelerate.amazonaws.com',
    'prod-plaud-content-storage.s3.amazonaws.com.evil.com',
    'prod-plaud-content-storage.s3.amazonaws.com.cn.evil.com',
    'prod-plaud-content-storage.s3.amazonaws.cn',
    'prod-plaud-content-storage.s3.amazonaws.org',
    'prod-plaud-content-storage.s3.amazonaws.com.',
    'prod-plaud-content-storage.s3xamazonaws.com',
    'prod-plaud-content-storage.s3.evilamazonaws.com',
    'prod-plaud-content-storage.s3.evil.example.amazonaws.com',
    'prod-plaud-content-storage.s3.dualstack.a.b.amazonaws.com',
    'prod-plaud-content-storage.s3x.amazonaws.com',
    'prod-plaud-content-storage.ec2.amazonaws.com',
    'prod-plaud-content-storage.s3-website-us-west-2.amazonaws.com',
    'prod-plaud-content-storage.s3-accelerate.us-west-2.amazonaws.com',
    'prod-plaud-content-storage.amazonaws.com',
  ])('%s', (host) => expect(isRecorderHost(host)).toBe(false))

  it.each(REFUSED_BUCKETS)('the bucket %s, in any form of an S3 address', (bucket) => {
    expect(FORMS.filter((form) => isRecorderHost(`${bucket}.${form}`))).toEqual([])
  })
})

/** A recording whose summary is behind this link. */
function linkedTo(link: string) {
  const recorded = readyRecording({ notes: [note('# 요약', { placement: 'linked' })] })
  const deployment = connected({ recordings: [recorded] })
  const detail = {
    file_id: recorded.id,
    content_list: [{ data_id: 'a', data_type: 'auto_sum_note', task_status: 1, data_link: link }],
  }
  deployment.plaud.fail(
    { kind: 'status', status: 200, body: JSON.stringify({ status: 0, data: detail }) },
    { on: ({ url }) => url.pathname.startsWith('/file/detail/') },
  )
  return { ...deployment, summary: () => deployment.get(`/files/${recorded.id}/summary`) }
}

it.each([
  ['another bucket', 'https://new-plaud-storage.s3.amazonaws.com/permanent/a?X-Amz-Signature=5ec2e7'],
  ['another service', 'https://storage.googleapis.example.test/permanent/a?X-Amz-Signature=5ec2e7'],
  ['a look-alike', 'https://prod-plaud-content-storage.s3.amazonaws.com.evil.example.test/a?X-Amz-Signature=5ec2e7'],
])('a link to %s says that the address of the storage is new, and the log names its host', async (_, link) => {
  const { summary, world, ...deployment } = linkedTo(link)
  const { status, json, headers } = await summary()
  expect([status, json.error]).toEqual([502, expect.stringMatching(/stores this content at an address that is new/)])
  expect(headers.get('X-Error-Code')).toBe('address_refused')
  const { hostname } = new URL(link)
  expect(JSON.parse(world.log.at(-1) ?? '')).toMatchObject({ status: 502, reason: `foreign address ${hostname}` })
  expect(world.log.join()).not.toMatch(/5ec2e7|permanent/)
  expect(downloads({ ...deployment, world })).toEqual([])
})

it.each([
  'https://prod-plaud-content-storage.s3.amazonaws.com:8443/a',
  'https://user:5ec2e7@prod-plaud-content-storage.s3.amazonaws.com/a',
  'http://prod-plaud-content-storage.s3.amazonaws.com/a',
])('a link that is not plain https is refused at a known host as well: %s', async (link) => {
  const { summary, world, ...deployment } = linkedTo(link)
  expect((await summary()).status).toBe(502)
  expect(JSON.parse(world.log.at(-1) ?? '')).toMatchObject({
    reason: 'foreign address prod-plaud-content-storage.s3.amazonaws.com',
  })
  expect(world.log.join()).not.toContain('5ec2e7')
  expect(downloads({ ...deployment, world })).toEqual([])
})
