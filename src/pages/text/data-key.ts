const en = {
  wayBack: 'To set the key that you saved, run this in the folder of the project',
  start: 'Start with empty data',
  title: 'Start with empty data?',
  lead: 'Do this only if the former encryption key is lost. You start without connected accounts and named keys: connect the accounts again, and create new keys.',
  former:
    'Nothing is deleted. If you find the former key and set it, the former accounts and keys come back, without what you connect and create in the meantime.',
  typeHost: (host: string) => `To start with empty data, type ${host}`,
  restore: 'Restore the keys',
  restored: (count: number) =>
    count === 1 ? 'One key was restored.' : `${count} keys were restored. All work within two minutes.`,
}

const ko: typeof en = {
  wayBack: '저장해 둔 키를 설정하려면 프로젝트 폴더에서 실행하세요',
  start: '빈 데이터로 새로 시작',
  title: '빈 데이터로 새로 시작할까요?',
  lead: '이전 암호화 키를 완전히 잃어버린 경우에만 하세요. 연결된 계정과 이름 있는 키가 없는 상태로 시작하므로, 계정을 다시 연결하고 키를 새로 만들어야 합니다.',
  former:
    '삭제되는 것은 없습니다. 나중에 이전 키를 찾아 설정하면 이전의 계정과 키가 돌아옵니다. 그 사이에 연결하거나 만든 것은 포함되지 않습니다.',
  typeHost: (host) => `빈 데이터로 시작하려면 다음을 입력하세요: ${host}`,
  restore: '키 다시 저장',
  restored: (count) => `키 ${count}개를 다시 저장했습니다. 2분 안에 모두 작동합니다.`,
}

export const dataKeyTexts = { en, ko }
