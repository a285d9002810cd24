import { expect, it } from 'vitest'
import { isRecorderHost } from '../../../src/groups/hosts.ts'

it('content and audio are fetched from hosts of the product', () => {
  for (const host of [
    'usw2-prod-plaud-content-storage.s3.amazonaws.com',
    'euc1-prod-plaud-bucket.s3.eu-central-1.amazonaws.com',
    'plaud-bucket.s3-us-west-2.amazonaws.com',
    'plaud-bucket.s3-accelerate.amazonaws.com',
    'plaud-bucket.s3-accelerate.dualstack.amazonaws.com',
    'euc1-prod-plaud-content-storage.s3.dualstack.eu-central-1.amazonaws.com',
    'cnn1-prod-plaud-content-storage.s3.cn-north-1.amazonaws.com.cn',
    'resource.plaud.ai',
  ])
    expect.soft(isRecorderHost(host), String(host)).toBe(true)
})

it('nothing is fetched from anywhere else', () => {
  for (const host of [
    'other-bucket.s3.dualstack.eu-central-1.amazonaws.com',
    'plaud-bucket.s3.dualstack.amazonaws.com.example.test',
    'plaud-bucket.s3.evil.example.amazonaws.com',
    'plaud-bucket.s3.amazonaws.cn',
    'plaud-bucket.s3x.amazonaws.com',
    'plaud-bucket.ec2.amazonaws.com',
    'evilplaud-bucket.s3.amazonaws.com',
    // Anybody may create these buckets.
    'evil-plaud-bucket.s3.amazonaws.com',
    'my-plaud-content-storage.s3.eu-central-1.amazonaws.com',
    'usw2-test-plaud-content-storage.s3.amazonaws.com',
    'a-usw2-prod-plaud-bucket.s3.amazonaws.com',
    'euw9-prod-plaud-bucket.s3.amazonaws.com',
    'cnn1-prod-plaud-bucket.s3.amazonaws.com',
    'plaud-content-storage.s3.amazonaws.com',
    // These partitions have names of their own.
    'plaud-bucket.s3.cn-north-1.amazonaws.com.cn',
    'usw2-prod-plaud-bucket.s3.cn-north-1.amazonaws.com.cn',
    'plaud-bucket.s3.us-gov-west-1.amazonaws.com',
  ])
    expect.soft(isRecorderHost(host), String(host)).toBe(false)
})
