import { createTiro, TIRO_KEYS, TIRO_PLATFORM_HOST } from '../../test/upstreams/notes/index.ts'
import * as paySsam from '../../test/upstreams/payment/index.ts'
import { createPlaud, KR_USER_TOKEN } from '../../test/upstreams/recorder/index.ts'
import * as coupang from '../../test/upstreams/shop/index.ts'
import type { Simulator } from '../../test/upstreams/simulator.ts'
import { createThreads, SOCIAL_TOKEN } from '../../test/upstreams/social/index.ts'
import { createYouTube, DATA_API_KEY } from '../../test/upstreams/video/index.ts'
import { createNotion } from '../../test/upstreams/workspace/index.ts'
import { outboundTo } from './outbound.ts'

interface TourStop {
  what: string
  /** A command to paste; $BASE and $KEY stand for the address and a key. */
  request: string
}

/** The simulated products of `npm start`: who answers for which host, the accounts that they know, and a tour. */
export function simulatedProducts() {
  const simulators: Simulator[] = [
    createPlaud(),
    createTiro(),
    createNotion(),
    coupang.createCoupang(),
    paySsam.createPaySsam(),
    createYouTube(),
    createThreads(),
  ]
  const settings = {
    RECORDER_TOKEN: KR_USER_TOKEN,
    NOTES_TOKEN: TIRO_KEYS.full,
    NOTES_PLATFORM_URL: `https://${TIRO_PLATFORM_HOST}`,
    SHOP_VENDOR_ID: coupang.SELLER_VENDOR_ID,
    SHOP_ACCESS_KEY: coupang.SELLER_ACCESS_KEY,
    SHOP_SECRET_KEY: coupang.SELLER_SECRET_KEY,
    SHOP_SESSION: coupang.CONSUMER_SESSION,
    PAYMENT_HOST: 'erp-api.payssam.kr',
    PAYMENT_API_KEY: paySsam.API_KEY,
    PAYMENT_MEMBER_ID: paySsam.MEMBER_ID,
    PAYMENT_MERCHANT_ID: paySsam.MERCHANT_ID,
    PAYMENT_BUSINESS_NUMBER: paySsam.BUSINESS_NUMBER,
    VIDEO_API_KEY: DATA_API_KEY,
    SOCIAL_TOKEN,
  }
  const tour: TourStop[] = [
    { what: 'The newest recordings', request: `curl -H 'X-API-KEY: $KEY' '$BASE/recorder/files?limit=3'` },
    {
      what: 'What an automation polls',
      request: `curl -H 'X-API-KEY: $KEY' '$BASE/recorder/files/webhook-candidates'`,
    },
    { what: 'Whether the account works', request: `curl -H 'X-API-KEY: $KEY' '$BASE/recorder/doctor'` },
  ]
  const productAt = (host: string) => simulators.find(({ answersFor }) => answersFor(host))
  return { settings, tour, outbound: outboundTo(productAt) }
}
