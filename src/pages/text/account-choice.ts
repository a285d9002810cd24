/** A choice of accounts, where a product has several. */
const en = {
  first: 'Only the first account',
  none: 'None',
  noneHint: 'It had a token of its own, which is no longer used.',
  some: 'Only these',
  missing: 'Choose at least one, or only the first account.',
  missingOrNone: 'Choose at least one, or none.',
}

const ko: typeof en = {
  first: '기본 계정만',
  none: '없음',
  noneHint: '따로 저장했던 토큰은 더 이상 쓰지 않습니다.',
  some: '선택한 계정만',
  missing: '하나 이상 선택하거나 "기본 계정만"을 선택하세요.',
  missingOrNone: '하나 이상 선택하거나 "없음"을 선택하세요.',
}

export const choiceTexts = { en, ko }
