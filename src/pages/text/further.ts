/** Further accounts of a product. */
const en = {
  title: (product: string) => `Add another account: ${product}`,
  lead: 'The first account stays as it is. Nothing that runs today changes.',
  name: 'Name',
  nameHint: 'For example business. It cannot be changed later.',
  nameWrong: (product: string) => `A name has 1 to 32 of a-z, 0-9 and -, such as ${product}:business.`,
  nameTaken: (id: string) => `${id} exists already. Choose another name.`,
  id: 'Programs call it',
  most: (count: number) => `You have added ${count} accounts, which is the most. Erase the data of one of them first.`,
  next: 'Continue',
  link: 'Link for a customer',
  keys: (names: string) => `Keys that open this account: ${names}, and the default API key.`,
  noKeys: 'Only the default API key opens this account. To let another key use it, edit that key.',
  toKeys: 'Open the API keys',
}

const ko: typeof en = {
  title: (product) => `계정 추가: ${product}`,
  lead: '기존 계정은 그대로이고, 지금 쓰고 있는 자동화도 달라지지 않습니다.',
  name: '이름',
  nameHint: '예: business. 나중에 바꿀 수 없습니다.',
  nameWrong: (product) => `이름은 영문 소문자, 숫자, 하이픈(-)으로 32자까지 지을 수 있습니다. 예: ${product}:business`,
  nameTaken: (id) => `${id} 계정이 이미 있습니다. 다른 이름을 입력하세요.`,
  id: '프로그램에서 쓰는 이름:',
  most: (count) => `계정은 ${count}개까지만 추가할 수 있습니다. 먼저 추가한 계정 하나의 데이터를 삭제하세요.`,
  next: '계속',
  link: '연결 요청 링크',
  keys: (names) => `이 계정을 쓸 수 있는 키: ${names}, 기본 API 키`,
  noKeys: '이 계정은 기본 API 키로만 쓸 수 있습니다. 다른 키로도 쓰려면 키 목록에서 그 키를 수정하세요.',
  toKeys: '키 목록 열기',
}

export const furtherTexts = { en, ko }
