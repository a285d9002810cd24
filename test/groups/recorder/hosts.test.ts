import { expect, it } from 'vitest'
import { isRecorderHost } from '../../../src/groups/hosts.ts'

it.each([
  'api.plaud.ai',
  'resource.plaud.ai',
  'api.plaud.cn',
  'plaud-bucket.s3.amazonaws.com',
  'euc1-prod-plaud-content-storage.s3.eu-central-1.amazonaws.com',
  'euc1-prod-plaud-content-storage.s3-eu-central-1.amazonaws.com',
  'euc1-prod-plaud-content-storage.s3.dualstack.eu-central-1.amazonaws.com',
  'usw2-prod-plaud-content-storage.s3-accelerate.amazonaws.com',
  'usw2-prod-plaud-content-storage.s3-accelerate.dualstack.amazonaws.com',
  'cnn1-prod-plaud-bucket.s3.cn-north-1.amazonaws.com.cn',
])('%s belongs to the product', (host) => expect(isRecorderHost(host)).toBe(true))

it.each([
  'plaud.ai.example.test',
  'notplaud.ai',
  'other-bucket.s3.amazonaws.com',
  's3.amazonaws.com',
  'plaud-bucket.s3.dualstack.a.b.amazonaws.com',
  'plaud-bucket.s3.amazonaws.com.example.test',
  'plaud-bucket.example.test',
])('%s does not', (host) => expect(isRecorderHost(host)).toBe(false))
