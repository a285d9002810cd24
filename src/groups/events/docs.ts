import type { GroupDocs } from '../../gateway/docs.ts'

/** The texts of the events group's operations. */
export const eventsDocs: GroupDocs = {
  isForeign: true,
  // Not offered as tools: with one that creates or changes subscriptions, a prompt injection could send recordings to a
  // stranger.
  operations: {
    events_list_types: {
      en: {
        summary: 'List event types',
        description: "The types that the connected accounts of the key's groups provide.",
      },
      ko: '알림을 받을 수 있는 이벤트 종류',
    },
    events_create_subscription: {
      en: {
        summary: 'Create a subscription',
        description:
          'It receives events from now on, belongs to the key, and is paused with it. 200, without `secret`: the key has the same one. With events_delete_subscription the pair that Zapier, n8n and Make call. 409: the key has 10, or there are 50 in all.',
      },
      ko: '이벤트 구독: 내 주소로 알림(웹훅) 받기',
      tool: null,
    },
    events_list_subscriptions: {
      en: {
        summary: 'List subscriptions',
        description:
          'All fields of the subscriptions that the key created, for the owner of all. Of others in the groups of the key, only id, types, host, state and time. Read-only keys and models do not see URLs.',
      },
      ko: '이벤트 구독 목록',
    },
    events_get_subscription: {
      en: {
        summary: 'Get a subscription and the state of its endpoint',
        description: 'The id comes from events_list_subscriptions.',
      },
      ko: '구독 하나와 받는 주소의 상태',
    },
    events_change_subscription: {
      en: {
        summary: 'Update, pause or resume a subscription',
        description:
          'What is not named stays. The id comes from events_list_subscriptions. `enabled: true` after an outage delivers what was missed. By the owner, one whose key was replaced then belongs to the present key.',
      },
      ko: '구독 바꾸기, 멈추기와 다시 시작',
      tool: null,
    },
    events_delete_subscription: {
      en: {
        summary: 'Delete a subscription',
        description: 'The id comes from events_list_subscriptions. What waits is not delivered any more.',
      },
      ko: '구독 끝내기(삭제)',
      tool: null,
    },
    events_test_subscription: {
      en: {
        summary: 'Send a test event now, and return the response of the endpoint',
        description:
          'Answers 200 whatever the endpoint says. `latchkey.test`, or an event of `type`, marked `test: true` and signed as every delivery.',
      },
      ko: '테스트 이벤트를 바로 보내고 받는 주소의 응답 보기',
      tool: null,
    },
    events_roll_secret: {
      en: {
        summary: 'Rotate the signing secret; both secrets sign for 24 hours',
        description: 'The id comes from events_list_subscriptions.',
      },
      ko: '새 비밀 값 만들기, 이전 값은 24시간 동안 함께 서명',
      tool: null,
    },
    events_redeliver_failed: {
      en: {
        summary: 'Redeliver all failed events of a subscription',
        description:
          'Events whose last attempt failed, and pending ones. 409: the subscription is disabled. Enabling it delivers what is pending.',
      },
      ko: '실패한 이벤트 모두 다시 보내기',
      tool: null,
    },
    events_list_deliveries: {
      en: { summary: 'List delivery attempts', description: 'Of 30 days. Go on with `next_before` as `before`.' },
      ko: '구독으로 보낸 기록과 받는 주소의 응답',
      tool: {
        hidden: ['limit', 'outcome'],
      },
    },
    events_list_events: {
      en: {
        summary: 'List events, for callers that poll',
        description:
          'Of 30 days, 20,000 at most, oldest first. Go on with `next_after` as `after`, and keep it while `has_more` is false; `after=now` starts at the present. With `order=newest` a caller without cursor gets the newest. Types named in `types` are watched for a day.',
      },
      ko: '일어난 일: 주기적으로 확인하는 곳을 위한 같은 이벤트',
      search: 'happened what is new news since yesterday 소식 새로운 최근',
      tool: {
        hidden: ['limit'],
      },
    },
    events_redeliver_event: {
      en: {
        summary: 'Redeliver an event',
        description: 'The id comes from events_list_events or events_list_deliveries.',
      },
      ko: '이벤트 다시 보내기',
      tool: null,
    },
  },
}
