/** The newest thing that an account has. */
const en = {
  of: {
    recorder: 'Newest recording:',
    notes: 'Newest note:',
    workspace: 'Page changed last:',
    'shop-seller': 'Newest order:',
    'shop-consumer': 'Newest order:',
    payment: 'Newest bill sent from here:',
    video: 'A public video that it read:',
    social: 'Newest post:',
  },
  untitled: '(without a title)',
  /** What there is not, by product. Only orders of the last 30 days and bills of this gateway are known. */
  none: {
    recorder: 'No recordings yet.',
    notes: 'No notes yet.',
    workspace: 'No page that it may read yet. Share a page with it in Notion.',
    'shop-seller': 'No orders in the last 30 days.',
    'shop-consumer': 'No orders yet.',
    payment: 'No bills sent from here yet. Bills that were sent in another way are not shown.',
    video: 'The public video that it reads is gone. Transcripts and details of others work.',
    social: 'No posts yet.',
  },
  failed: 'It could not be read now. Open this again later.',
}

const ko: typeof en = {
  of: {
    recorder: '최신 녹음:',
    notes: '최신 노트:',
    workspace: '마지막으로 바뀐 페이지:',
    'shop-seller': '최신 주문:',
    'shop-consumer': '최신 주문:',
    payment: '여기에서 보낸 최신 청구서:',
    video: '읽어 본 공개 동영상:',
    social: '최신 게시물:',
  },
  untitled: '(제목 없음)',
  none: {
    recorder: '아직 녹음이 없습니다.',
    notes: '아직 노트가 없습니다.',
    workspace: '읽을 수 있는 페이지가 아직 없습니다. 노션에서 페이지를 공유하세요.',
    'shop-seller': '최근 30일 동안 주문이 없습니다.',
    'shop-consumer': '아직 주문이 없습니다.',
    payment: '여기에서 보낸 청구서가 아직 없습니다. 다른 곳에서 보낸 청구서는 표시되지 않습니다.',
    video: '확인에 쓰는 공개 동영상이 사라졌습니다. 다른 동영상은 읽을 수 있습니다.',
    social: '아직 게시물이 없습니다.',
  },
  failed: '지금은 읽지 못했습니다. 잠시 후 다시 열어 보세요.',
}

export const newestTexts = { en, ko }
