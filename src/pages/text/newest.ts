/** The newest thing that an account has. */
const en = {
  of: {
    recorder: 'Newest recording:',
    notes: 'Newest note:',
    workspace: 'Page changed last:',
    'shop-seller': 'Newest order:',
    'shop-consumer': 'Newest order:',
    payment: 'Newest bill:',
    video: 'A public video that it read:',
    social: 'Newest post:',
  },
  untitled: '(without a title)',
  none: 'There is nothing yet.',
}

const ko: typeof en = {
  of: {
    recorder: '최신 녹음:',
    notes: '최신 노트:',
    workspace: '마지막으로 바뀐 페이지:',
    'shop-seller': '최신 주문:',
    'shop-consumer': '최신 주문:',
    payment: '최신 청구서:',
    video: '읽어 본 공개 동영상:',
    social: '최신 게시물:',
  },
  untitled: '(제목 없음)',
  none: '아직 아무것도 없습니다.',
}

export const newestTexts = { en, ko }
