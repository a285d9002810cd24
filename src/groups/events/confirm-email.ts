import { Hono } from 'hono'
import { sha256Hex } from '../../base/crypto.ts'
import { callObject, EVENTS } from '../../base/objects.ts'
import { preferredLanguage } from '../../gateway/http/language.ts'
import { fail, respond } from '../../gateway/http/respond.ts'
import type { AppEnv } from '../../gateway/state.ts'

const TEXT = { 'Content-Type': 'text/plain; charset=UTF-8' }

const PAGE_TEXTS = {
  en: {
    done: 'Thank you. This address gets the notifications from now on.',
    gone: 'This link is not valid any more. Whoever wants to send you notifications can have another one sent to you.',
  },
  ko: {
    done: '확인했습니다. 이제 이 주소로 알림을 보냅니다.',
    gone: '더 이상 유효하지 않은 링크입니다. 알림을 보내려는 쪽에서 다시 요청하면 새 링크를 보내 드립니다.',
  },
}

/** The link in the mail to an address that a named key has named (objects/events/readers.ts). */
export const confirmEmail = new Hono<AppEnv>().get('/hooks/email/:id/:token', async (c) => {
  try {
    const { id, token } = c.req.param()
    const texts = PAGE_TEXTS[preferredLanguage(c.req.header('Accept-Language'))]
    const { settings } = c.get('state')
    const digest = await sha256Hex(token)
    const isDone =
      c.req.method === 'GET' && (await callObject(settings, EVENTS, (events) => events.confirmReader(id, digest)))
    return isDone ? respond(c, 200, `${texts.done}\n`, TEXT) : respond(c, 410, `${texts.gone}\n`, TEXT, 'refused link')
  } catch (error) {
    return fail(c, error)
  }
})
