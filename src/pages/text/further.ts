/** Further accounts of a product. */
const en = {
  title: (product: string) => `Add another account: ${product}`,
  lead: 'The first account stays as it is. Nothing that runs today changes.',
  name: 'Name',
  nameHint: 'Such as business. It cannot be changed later.',
  nameWrong: (product: string) => `A name has 1 to 32 of a-z, 0-9 and -, such as ${product}:business.`,
  nameTaken: (id: string) => `${id} is there already. Choose another name.`,
  id: 'Programs call it',
  most: (count: number) =>
    `There are ${count} further accounts, which is the most. Erase the data of one of them first.`,
  next: 'Continue',
  link: 'Link for a customer',
  keys: (names: string) => `Keys that open this account: ${names}, and the API key of the deployment.`,
  noKeys: 'Keys that open this account: none but the API key of the deployment. Choose it at a key.',
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
  most: (count) => `추가한 계정이 ${count}개로 가장 많습니다. 먼저 그중 하나의 데이터를 삭제하세요.`,
  next: '계속',
  link: '연결 요청 링크',
  keys: (names) => `이 계정을 쓸 수 있는 키: ${names}, 배포 API 키.`,
  noKeys: '이 계정을 쓸 수 있는 키: 없음(배포 API 키 제외). 키 목록에서 골라 주세요.',
  toKeys: '키 목록 열기',
}

export const furtherTexts = { en, ko }
