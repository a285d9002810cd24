/** Lines of a recording: `speaker | words | gist`. A line without a speaker has an unknown one. */
const lines = (script: string) =>
  script
    .trim()
    .split('\n')
    .map((line) => {
      const [speaker = '', words = '', gist = ''] = line.split('|').map((part) => part.trim())
      return { speaker, html: `<p>${words}</p>`, gist }
    })

/** What is said in seeded recordings, by locale. Transcripts are HTML-ish (facts 3), including entities and breaks. */
export const SPOKEN: Record<string, ReturnType<typeof lines>> = {
  ko_KR: lines(`
    김서연 | 오늘은 지난주 지표부터 보겠습니다. 가입 전환율이 4.1%로 올랐어요. | 가입 전환율이 4.1%로 올랐다.
    이준호 | 온보딩 화면을 바꾼 게 효과가 있었던 것 같습니다.<br/>다만 안드로이드는 아직 그대로예요. | 온보딩 개편이 효과를 냈고 안드로이드는 남았다.
    김서연 | 그럼 Q&amp;A 화면은 누가 맡을까요? | Q&A 화면 담당자를 정한다.
    박민지 | 제가 하겠습니다. 다음 주 수요일까지 시안을 드릴게요. | 박민지가 다음 주 수요일까지 시안을 낸다.
    | 응답 시간이 &lt; 200ms 여야 한다는 조건도 잊지 마세요. | 응답 시간 조건은 200ms 미만이다.
    이준호 | 네, 회의록은 바로 공유하겠습니다. 👍 | 회의록을 공유하기로 했다.`),
  en_US: lines(`
    Maya Ellison | Let&#39;s start with what users told us last week. | The call opens with user feedback.
    Tom Rivers | Search is the top complaint.<br/>People type a name &amp; get nothing. | Search by name is the top complaint.
    | Could we index participants as well as titles? | Indexing participants is proposed.
    Maya Ellison | Yes, if latency stays &lt; 300 ms at the 95th percentile. | Agreed if p95 stays under 300 ms.
    Tom Rivers | I will write the design note by <mark>Friday</mark>. | Tom writes the design note by Friday.`),
  ja_JP: lines(`
    佐藤 陽菜 | 本日はお時間をいただき、ありがとうございます。 | 挨拶。
    田中 蓮 | 早速ですが、見積もりの内訳をご説明します。<br/>初期費用は30万円です。 | 初期費用は30万円。
    | 導入は12月上旬、教育は&quot;二週間&quot;を想定しています。 | 導入は12月上旬、教育は二週間。
    佐藤 陽菜 | 承知しました。社内で確認してご連絡します。 | 社内確認のうえ連絡する。`),
}
