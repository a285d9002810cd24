import { Hono } from 'hono'
import { detail, success } from './envelope.ts'
import type { Plaud, PlaudEnv } from './state.ts'

/** What the product returns about the account (facts 5). Bodies marked loose there are only plausible. */
export function accountRoutes(plaud: Plaud) {
  const { state, switches } = plaud
  return new Hono<PlaudEnv>()
    .get('/user/me', (c) => {
      const { id, nickname, email, country } = c.var.account
      const recordings = [...state.recordings.values()]
      const seconds = { seconds_left: state.secondsLeft, seconds_total: state.secondsTotal }
      return success(plaud, {
        data_user: {
          id,
          nickname,
          email,
          country,
          avatar: null,
          phone: null,
          gender: null,
          address: null,
          birthday: null,
          email_verified: 1,
          phone_verified: 0,
          membership_id: 3,
          ...seconds,
          seconds_left_traffic: 0,
          seconds_total_traffic: 0,
          start_time: 1_793_491_200,
          expire_time: 1_796_083_200,
          reset_time: 1_796_083_200,
        },
        data_state: {
          is_membership: 1,
          membership_type: 'pro',
          membership_flag: 1,
          is_bind: 1,
          is_inner: 0,
          is_free_trial_now: 0,
          is_free_trial_history: 1,
          autorenew_status_ios: 0,
          autorenew_status_android: 0,
          autorenew_status_web: 1,
          created_at: 1_740_000_000,
          next_data: [{ membership_type: 'pro', membership_months: 1, autorenew_status: 1, ...seconds }],
          ...(switches.libraryFlags && {
            have_files: recordings.length > 0,
            has_transcribed: recordings.some(({ is_trans }) => is_trans),
          }),
        },
      })
    })
    .get('/device/list', (c) => success(plaud, { data_devices: c.var.library.devices }))
    .get('/membership/free-trial/status', () =>
      success(plaud, { data: { has_free_trial: false, is_free_trial_now: false, expire_time: null } }),
    )
    .get('/config/init', (c) =>
      success(plaud, {
        data: {
          region: c.var.account.claim,
          use_thought_partner: true,
          speaker_embedding_config: { enabled: true, dimension: 256 },
          websocket: { enabled: false, heartbeat_seconds: 30 },
        },
      }),
    )
    .get('/user/feature-access', () =>
      success(plaud, { data: { features: { auto_flow: true, ask: true, mind_map: false } } }),
    )
}

/** Routes that no client has seen: their paths are inferred from their neighbours (facts 6.9, 9.3), or are not there. */
export function inferredRoutes(plaud: Plaud) {
  return new Hono<PlaudEnv>()
    .get('/file/combine-tasks/running', (c) =>
      plaud.switches.combineTasks === 'absent'
        ? detail(404, 'Not Found')
        : success(plaud, { data: c.var.library.combineTasks.filter(({ status }) => status === 'pending') }),
    )
    .get('/summary/models', () =>
      plaud.switches.models === 'absent'
        ? detail(404, 'Not Found')
        : success(plaud, { data: MODELS.map((model_name) => ({ model_name })) }),
    )
}

const MODELS = ['auto', 'openai', 'gpt-5', 'gpt-5.2', 'claude-sonnet-4.6', 'gemini-3.1-pro']
