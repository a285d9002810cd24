import { Hono } from 'hono'
import { findFailure } from '../../accounts/status.ts'
import { describeFailure, MAIN_KINDS } from '../../base/accounts.ts'
import type { GatewayError } from '../../base/errors.ts'
import { exactText } from '../../base/json.ts'
import { callObject } from '../../base/objects.ts'
import { mayPass } from '../../base/outage.ts'
import { reply, verbatim } from '../../gateway/http/respond.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { stateObject } from '../../upstream/accounts.ts'
import { secretsDigest } from '../../upstream/credentials.ts'
import { unreadable } from '../../upstream/failures.ts'
import { currentUser, orFailure } from './account.ts'
import { type Connection, connect, type TokenStatus } from './connection.ts'
import { read } from './group.ts'
import { fetchDevices } from './library.ts'
import { isMoved, type PlaudAnswer } from './plaud.ts'

/** Probes the profile and the devices in parallel, and says how to fix a failure. */
async function doctor(connection: Connection) {
  const [user, bound] = await Promise.all([orFailure(currentUser(connection)), orFailure(fetchDevices(connection))])
  const tokens = await orFailure(connection.tokenStatus())
  const failures = [user, bound].flatMap((result) => ('error' in result ? [result.error] : []))
  const [failure] = failures
  const unread = failure ? undefined : await findUnread(connection)
  const rejected = failures.some(({ status }) => status === 401)
  const known = 'value' in tokens ? tokens.value : undefined
  const report = {
    ok: !failure && !unread,
    api_domain: await connection.origin().catch(() => null),
    ...(known && { token: tokenReport(known) }),
    checks: { user: 'value' in user, devices: 'value' in bound },
    ...('value' in user ? { user: user.value } : { user_error: user.error.message }),
    ...('value' in bound ? { devices: bound.value.data_devices } : { device_error: bound.error.message }),
    ...(failure && { hint: hintFor(failures, known, connection.upstream.platform.now()) }),
    ...(unread && { hint: `the recordings cannot be read: ${unread}` }),
  }
  return { report, status: failure ? (rejected ? 401 : 502) : 200, reason: failure?.reason } as const
}

/**
 * Why recordings cannot be read, although both probes passed: as the calls of this request say it, else as the last calls
 * before did.
 */
async function findUnread({ upstream }: Connection): Promise<string | undefined> {
  const { settings, used } = upstream
  const failed = MAIN_KINDS.map((kind) => used.kinds.get(kind)).find((error) => error && isOutage(error))
  if (failed) return failed.message
  const record = await callObject(settings, stateObject(upstream.accountOf('recorder')), ({ records }) =>
    records.read(),
  )
  if (record?.credential !== (await secretsDigest(used.secrets ?? {}))) return undefined
  return findFailure(record, (kind) => MAIN_KINDS.includes(kind) && !used.kinds.has(kind))?.message
}

/** A refused input and a limit say nothing about the account. */
const isOutage = ({ status }: GatewayError): boolean => status === 401 || status === 502 || status === 504

const tokenReport = ({ kinds, endsAt, isRenewable }: TokenStatus) => ({
  kinds,
  expires_at: endsAt === undefined ? null : new Date(endsAt).toISOString(),
  renewable: isRenewable,
})

/** A wrong setting comes first, because nothing else can be checked until it is fixed. */
function hintFor(failures: readonly GatewayError[], tokens: TokenStatus | undefined, now: number): string {
  const setting = failures.find(({ reason }) => reason === 'setting')
  if (setting) return `correct this setting and deploy again: ${setting.message}`
  const moved = failures.find(isMoved)
  if (moved) return moved.message
  if (!failures.some(({ status }) => status === 401)) return failures.some(isPassing) ? WAIT : CHANGED
  if (tokens && !tokens.isRenewable) return ONLY_A_DAY
  if (tokens?.endsAt !== undefined && tokens.endsAt <= now) {
    return `the token ended at ${new Date(tokens.endsAt).toISOString()}: set a fresh RECORDER_TOKEN`
  }
  return RECONNECT
}

const RECONNECT = 'connect the recorder account again: set a fresh RECORDER_TOKEN'
const ONLY_A_DAY =
  'RECORDER_TOKEN holds only a workspace token, which lasts a day and cannot be renewed: set the refresh token too, or a user token'
const isPassing = ({ reason, status }: GatewayError): boolean => mayPass(describeFailure(reason, status))

const CHANGED = 'the recorder service has changed: update this gateway, because waiting does not help'
const WAIT = 'the recorder service cannot be used right now: try again later'

/**
 * An envelope without a fixed shape: the product's text, with integers that a caller would round
 * written as strings. Throws 502 for a bare list, which is no envelope.
 */
export function looseEnvelope({ text, body }: PlaudAnswer) {
  if (text.trimStart().startsWith('[')) throw unreadable('recorder')
  return verbatim(exactText(text, body))
}

const fetchEnvelope = async (connection: Connection, path: string) => looseEnvelope(await connection.call({ path }))

const fetchMembership = (connection: Connection) => fetchEnvelope(connection, '/membership/free-trial/status')

const fetchConfig = (connection: Connection) => fetchEnvelope(connection, '/config/init?platform=web&version=1.1.1')

const fetchFeatureAccess = (connection: Connection) => fetchEnvelope(connection, '/user/feature-access')

export const profileRoutes = new Hono<AppEnv>()
  .get(
    '/recorder/user/me',
    read('recorder_get_user', {
      summary: 'The connected recorder account',
      description: 'The Plaud account, its plan and the transcription seconds left.',
      ko: '연결된 녹음기 계정',
      search:
        'my Plaud account, which e-mail is my recorder account, my recorder profile, whose Plaud is it, country and language of the account, nickname, 플라우드 계정, 계정 이메일, 가입한 메일, 플라우드 내 정보, 누구 계정, 플라우드 아이디',
      title: 'Get the account',
      handle: (c) => currentUser(connect(c)),
    }),
  )
  .get(
    '/recorder/devices',
    read('recorder_list_devices', {
      summary: 'Recorders bound to the account',
      description: 'Recorders of Plaud that are bound to the account.',
      ko: '계정에 등록된 녹음기 기기',
      search:
        '기계 몇 개, my recorder devices, how many devices, serial number of the device, which Plaud hardware, model of the recorder, is the NotePin registered, firmware version, 등록된 기기, 녹음기 몇 대, 시리얼 번호, 기기 이름, 기기 목록, 무슨 기종, 펌웨어',
      title: 'Get devices',
      handle: (c) => fetchDevices(connect(c)),
    }),
  )
  .get(
    '/recorder/doctor',
    read('recorder_doctor', {
      summary: 'Check the connection to the recorder account',
      description:
        'Probes profile and devices. The same report comes with 401 or 502 when a probe fails; `hint` says what to do.',
      ko: '녹음기 계정 연결 점검',
      search:
        'does the recorder connection work, is Plaud ok, recorder is cut off, Plaud does not answer, nothing new shows up from the recorder, test the Plaud login, recorder token expired, 녹음기 연결 확인, 플라우드 연결, 플라우드 안 돼, 녹음기 안 붙, 녹음이 안 올라와, 플라우드 로그인 풀렸',
      title: 'Check the connection',
      tool: {
        reports: true,
      },
      handle: async (c) => {
        const { report, status, reason } = await doctor(connect(c))
        return reply(report, status, {}, reason)
      },
    }),
  )
  .get(
    '/recorder/membership/status',
    read('recorder_get_membership', {
      summary: 'Membership of the account',
      description: 'As the service answers it, without a schema.',
      ko: '계정의 멤버십(요금제)',
      search:
        'am I a paid member of Plaud, which plan do I have, is my Plaud subscription active, when does the membership end renew, free or pro, 플라우드 요금제, 유료 회원, 멤버십, 구독 언제까지, 무슨 플랜, 무료야 유료야, 구독 상태',
      title: 'Get the membership',
      handle: (c) => fetchMembership(connect(c)),
    }),
  )
  .get(
    '/recorder/config',
    read('recorder_get_config', {
      summary: 'Client configuration and feature toggles',
      description: 'As the service answers it, without a schema.',
      ko: '클라이언트 설정과 기능 스위치',
      search:
        'settings of my Plaud account, what is switched on in the Plaud app, configuration, preferences and toggles, 플라우드 설정, 설정값, 앱 설정, 뭐가 켜져',
      title: 'Get the configuration',
      handle: (c) => fetchConfig(connect(c)),
    }),
  )
  .get(
    '/recorder/user/feature-access',
    read('recorder_get_feature_access', {
      summary: 'Features that the account may use',
      description: 'As the service answers it, without a schema.',
      ko: '계정이 쓸 수 있는 기능',
      search:
        'which features may I use in Plaud, what does my account unlock, is a feature included, allowed functions, 쓸 수 있는 기능, 기능 뭐 있, 사용 가능한 기능, 내 계정으로 되는 기능',
      title: 'Get the features of the account',
      handle: (c) => fetchFeatureAccess(connect(c)),
    }),
  )
