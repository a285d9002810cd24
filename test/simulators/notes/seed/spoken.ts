/**
 * What is said in seeded recordings, by locale. Transcripts are HTML-ish (facts 3), including entities and breaks. A
 * line without a speaker has an unknown one.
 */
export const SPOKEN: Record<string, { speaker?: string; html: string; gist: string }[]> = {
  ko_KR: [
    {
      speaker: '김서연',
      html: '<p>오늘은 지난주 지표부터 보겠습니다. 가입 전환율이 4.1%로 올랐어요.</p>',
      gist: '가입 전환율이 4.1%로 올랐다.',
    },
    {
      speaker: '이준호',
      html: '<p>온보딩 화면을 바꾼 게 효과가 있었던 것 같습니다.<br/>다만 안드로이드는 아직 그대로예요.</p>',
      gist: '온보딩 개편이 효과를 냈고 안드로이드는 남았다.',
    },
    { speaker: '김서연', html: '<p>그럼 Q&amp;A 화면은 누가 맡을까요?</p>', gist: 'Q&A 화면 담당자를 정한다.' },
    {
      speaker: '박민지',
      html: '<p>제가 하겠습니다. 다음 주 수요일까지 시안을 드릴게요.</p>',
      gist: '박민지가 다음 주 수요일까지 시안을 낸다.',
    },
    { html: '<p>응답 시간이 &lt; 200ms 여야 한다는 조건도 잊지 마세요.</p>', gist: '응답 시간 조건은 200ms 미만이다.' },
    { speaker: '이준호', html: '<p>네, 회의록은 바로 공유하겠습니다. 👍</p>', gist: '회의록을 공유하기로 했다.' },
  ],
  en_US: [
    {
      speaker: 'Maya Ellison',
      html: '<p>Let&#39;s start with what users told us last week.</p>',
      gist: 'The call opens with user feedback.',
    },
    {
      speaker: 'Tom Rivers',
      html: '<p>Search is the top complaint.<br/>People type a name &amp; get nothing.</p>',
      gist: 'Search by name is the top complaint.',
    },
    { html: '<p>Could we index participants as well as titles?</p>', gist: 'Indexing participants is proposed.' },
    {
      speaker: 'Maya Ellison',
      html: '<p>Yes, if latency stays &lt; 300 ms at the 95th percentile.</p>',
      gist: 'Agreed if p95 stays under 300 ms.',
    },
    {
      speaker: 'Tom Rivers',
      html: '<p>I will write the design note by <mark>Friday</mark>.</p>',
      gist: 'Tom writes the design note by Friday.',
    },
  ],
  ja_JP: [
    { speaker: '佐藤 陽菜', html: '<p>本日はお時間をいただき、ありがとうございます。</p>', gist: '挨拶。' },
    {
      speaker: '田中 蓮',
      html: '<p>早速ですが、見積もりの内訳をご説明します。<br/>初期費用は30万円です。</p>',
      gist: '初期費用は30万円。',
    },
    {
      html: '<p>導入は12月上旬、教育は&quot;二週間&quot;を想定しています。</p>',
      gist: '導入は12月上旬、教育は二週間。',
    },
    {
      speaker: '佐藤 陽菜',
      html: '<p>承知しました。社内で確認してご連絡します。</p>',
      gist: '社内確認のうえ連絡する。',
    },
  ],
}
