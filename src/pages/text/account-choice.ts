/** A choice of accounts, where a product has several. */
const en = {
  first: 'Only the first account',
  some: 'Only these',
  missing: 'Choose at least one, or only the first account.',
}

const ko: typeof en = {
  first: '기본 계정만',
  some: '선택한 계정만',
  missing: '하나 이상 선택하거나 "기본 계정만"을 선택하세요.',
}

export const choiceTexts = { en, ko }
