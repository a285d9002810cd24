/** The outcome of a sign-in at a product, as somebody comes back from it. */
const en = {
  done: (name: string) => `${name} is connected.`,
  failed: {
    denied: 'Threads was not connected: the permission was denied.',
    state: 'Threads was not connected: it took longer than 10 minutes, or was started in another browser. Try again.',
    refused: 'Threads refused the connection. Check the app ID, its secret and the redirect URI.',
    unreachable: 'Threads did not respond. Try again later.',
    same: 'Threads was not connected: this profile is connected already. Sign in to threads.com with the other profile, then try again.',
  },
}

const ko: typeof en = {
  done: (name) => `${name} 계정을 연결했습니다.`,
  failed: {
    denied: 'Threads를 연결하지 못했습니다: 권한이 거부되었습니다.',
    state: 'Threads를 연결하지 못했습니다: 10분이 지났거나 다른 브라우저에서 시작했습니다. 다시 시도하세요.',
    refused: 'Threads가 연결을 거부했습니다. 앱 ID와 시크릿, 리디렉션 URI를 확인하세요.',
    unreachable: 'Threads가 응답하지 않습니다. 잠시 후 다시 시도하세요.',
    same: 'Threads를 연결하지 못했습니다: 이미 연결된 프로필입니다. threads.com에 다른 프로필로 로그인한 뒤 다시 시도하세요.',
  },
}

export const arrivalTexts = { en, ko }
