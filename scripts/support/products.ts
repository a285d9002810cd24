import type { ProductGroup } from '../../src/base/groups.ts'
import { msSinceStart, wallClock } from '../../test/simulators/clock.ts'
import { createTiro, TIRO_KEYS, TIRO_PLATFORM_HOST } from '../../test/simulators/notes/index.ts'
import * as paySsam from '../../test/simulators/payment/index.ts'
import { createReceivers } from '../../test/simulators/receivers/index.ts'
import { createPlaud, KR_USER_TOKEN, MOVED_USER_TOKEN } from '../../test/simulators/recorder/index.ts'
import * as coupang from '../../test/simulators/shop/index.ts'
import type { Simulator } from '../../test/simulators/simulator.ts'
import { APP_ID, APP_SECRET, createThreads, SOCIAL_TOKEN } from '../../test/simulators/social/index.ts'
import { createYouTube, DATA_API_KEY } from '../../test/simulators/video/index.ts'
import {
  createNotion,
  NOTION_SESSIONS,
  NOTION_TOKENS,
  USERS,
  WORKSPACES,
} from '../../test/simulators/workspace/index.ts'
import { addExampleNotes, addExampleVideo, exampleBills } from './example-data.ts'
import { changeRow, finishRecording, movePlaud, payNewestBill } from './happenings.ts'

interface TourStop {
  what: string
  /** A command to paste. $BASE and $KEY are placeholders for the URL and a key. */
  request: string
}

/** The token of an account of each generation of the recorder product. */
export const RECORDER_TOKENS: Readonly<Record<string, string>> = { '3.0': KR_USER_TOKEN, '4.0': MOVED_USER_TOKEN }

/** Account headers by group, and by operation when it differs from its group. */
export type AccountHeaders = Readonly<Record<string, Readonly<Record<string, string>>>>

/**
 * The simulated products of `npm start`, their accounts, and a tour.
 *
 * @param newId creates ids for products whose ids have no special format
 */
export function simulatedProducts(
  clock: { now(): number } = wallClock,
  newId: () => string = () => crypto.randomUUID(),
) {
  const tiro = createTiro({ clock, newId })
  const youTube = createYouTube({ clock })
  addExampleNotes(tiro)
  addExampleVideo(youTube)
  const plaud = createPlaud({ clock })
  const notion = createNotion({ clock, newId })
  const paySsamHosts = paySsam.createPaySsam({ clock, bills: [...paySsam.seedBills(), ...exampleBills()] })
  const byGroup: Record<ProductGroup, Simulator> = {
    recorder: plaud,
    notes: tiro,
    workspace: notion,
    // The customer's list shows the last months only. The seller's orders keep the dates of the documented examples.
    shop: coupang.createCoupang({ clock, laterMs: msSinceStart(clock) }),
    payment: paySsamHosts,
    video: youTube,
    social: createThreads({ clock }),
  }
  const receivers = createReceivers()
  const settings = {
    RECORDER_TOKEN: KR_USER_TOKEN,
    NOTES_TOKEN: TIRO_KEYS.full,
    NOTES_PLATFORM_URL: `https://${TIRO_PLATFORM_HOST}`,
    WORKSPACE_TOKEN: NOTION_TOKENS.full,
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
    SOCIAL_APP_ID: APP_ID,
    SOCIAL_APP_SECRET: APP_SECRET,
  }
  const headers: AccountHeaders = {
    workspace: { 'X-Workspace-Token': NOTION_TOKENS.full },
    workspace_invite_member: {
      'X-Workspace-Token': NOTION_SESSIONS.owner,
      'X-Workspace-Space-ID': WORKSPACES.haneul,
      'X-Workspace-User-ID': USERS.jiwoo,
    },
  }
  const tour: TourStop[] = [
    { what: 'The newest recordings', request: `curl -H "X-API-KEY: $KEY" "$BASE/recorder/files?limit=3"` },
    {
      what: 'What an automation polls',
      request: `curl -H "X-API-KEY: $KEY" "$BASE/recorder/files/webhook-candidates"`,
    },
    { what: 'Whether the account works', request: `curl -H "X-API-KEY: $KEY" "$BASE/recorder/doctor"` },
  ]
  const happenings = {
    recording: () => finishRecording(plaud),
    row: () => changeRow(notion),
    payment: () => payNewestBill(paySsamHosts),
    move: () => movePlaud(plaud),
  }
  return {
    simulators: [...Object.values(byGroup), receivers],
    receivers,
    settings,
    headers,
    tour,
    happenings,
  }
}
