import type { BookmarkWords } from '../connect/bookmark.ts'

const en = {
  name: (account: string, host: string) => `${account} → ${host}`,
  notHere: 'It does nothing here. Drag it to the bookmarks bar, and press it there while web.plaud.ai is open.',
  byHand: 'I cannot drag it',
  byHandLead: 'Make a bookmark by hand, and paste this as its address (URL).',
  address: 'Address of the bookmark',
  words: {
    elsewhere: 'Open web.plaud.ai, sign in, and press this bookmark there. Nothing was copied.',
    signedOut: 'Plaud is not signed in here. Sign in, and press this bookmark again.',
    ask: 'The browser copies only after a press here.',
    copy: 'Copy the sign-in',
    blocked:
      'This browser does not let a page copy. Use the newest Chrome, Edge or Firefox, or the developer tools as the management app shows. Reload this page to go on here.',
    copied: 'Copied. Go back to the page of the gateway and press “Paste what was copied”.',
  } satisfies BookmarkWords,
}

const ko: typeof en = {
  name: (account, host) => `${account} → ${host}`,
  notHere:
    '여기서는 눌러도 아무 일도 일어나지 않습니다. 북마크바로 끌어다 놓고, web.plaud.ai를 연 화면에서 그 북마크를 누르세요.',
  byHand: '끌어다 놓을 수 없어요',
  byHandLead: '북마크를 새로 만들고 주소(URL) 칸에 이것을 붙여 넣으세요.',
  address: '북마크 주소',
  words: {
    elsewhere: 'web.plaud.ai를 열어 로그인한 다음, 그 화면에서 이 북마크를 누르세요. 아무것도 복사하지 않았습니다.',
    signedOut: 'Plaud에 로그인되어 있지 않습니다. 로그인한 다음 이 북마크를 다시 누르세요.',
    ask: '이 브라우저에서는 한 번 더 눌러야 복사됩니다.',
    copy: '로그인 정보 복사',
    blocked:
      '이 브라우저에서는 복사할 수 없습니다. 최신 Chrome, Edge, Firefox를 쓰거나, 관리 앱에 안내된 개발자 도구 방법을 이용하세요. 이 화면을 새로 고치면 원래대로 돌아옵니다.',
    copied: '복사했습니다. 게이트웨이 화면으로 돌아가 "복사한 로그인 정보 붙여 넣기"를 누르세요.',
  },
}

export const bookmarkTexts = { en, ko }
