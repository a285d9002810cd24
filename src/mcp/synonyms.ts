import { toStem } from './stems.ts'

/**
 * Words that people use for the same thing, one thing on each line, in English and Korean. Korean is matched inside of words and
 * across spaces, which people set as they like; `^` is for short ones, which count only where a word starts.
 */
const SYNONYMS = `
delete, remove, get rid, throw away, throw out, discard, trash, bin, erase, wipe, toss, take down, dump, clean out, clear out, kick, kick out, weed out, 지우, 지워, 지운, 삭제, 없애, 없앴, 버려, 버리, 버릴, 날려, 날리, 치워, 제거, 폐기
restore, bring back, undelete, recover, put back, get back, rescue, out of the trash, undo, recall, 되살, 살려, 복원, 복구, 되돌, 꺼내, 휴지통에서
trash, bin, recycle bin, deleted, 휴지통, 쓰레기통
create, make, set up, build, start new, new, 만들, 생성, 만드, 새로, 신규
add, insert, enter, put in, jot down, note down, write down, key in, fill in, log, 추가, 넣어, 넣기, 넣고, 넣을, 적어, 기록해, 써넣, 입력, 기입
change, edit, update, modify, correct, fix, adjust, alter, amend, revise, set, switch, 바꿔, 바꾸, 바꿀, 변경, 수정, 고쳐, 고치, 정정, 갱신, 업데이트
rename, new name, call it, retitle, give name, proper name, better title, 이름바꾸, 이름을바꿔, 제목바꿔, 제목을바꿔, 이름바꿔, 제목수정, 이름변경, 제목변경, 이름고쳐, 제목고쳐, 이름붙여, 제목달아, 제목붙여, 제목으로, 이름을지어, 제목새로
name, title, heading, 이름, 제목, 타이틀
move, put into, file under, file into, sort into, shift, relocate, organize, tidy, 옮겨, 옮기, 이동, 분류해, 정리해서넣
send, mail, forward, deliver, 보내, 발송, 전송, 부쳐
again, once more, another time, resend, redo, one more time, 다시, 재발송, 한번더, 한번만더, 또보내
transcribe, turn into text, into text, convert, speech to text, write up, transcription, to text, 전사, 받아쓰, 받아적, 글로, 글로바꿔, 글로바꾸, 텍스트로, 텍스트, 변환, 문자로, 변환돌려, 전사돌려, 변환을돌려
transcript, transcription, verbatim, word for word, exact words, script, wording, utterance, 녹취, 스크립트, 대본, 말그대로, 전문, 받아쓴, 발언
subtitle, caption, srt, vtt, cc, 자막
summary, summarize, sum video, sum up video, in short, in brief, recap, gist, tldr, tl dr, key point, takeaway, bullet, bullet point, overview, highlight, digest, brief, bottom line, main point, short version, nutshell, conclusion, 요약, 핵심, 요점, 간추, 골자, 결론, 한줄로, 줄거리
action item, to do, todo, next step, follow up, task, 할일, 액션아이템, 해야할, 과제, 업무, 태스크
decide, decision, agree, resolve, promise, 결정, 합의, 정하기로, 정한, 정해진, 정했, 하기로
say, speak, talk, discuss, tell, mention, come up, 말했, 말한, 말하, 말씀, 뭐라고, 뭐라, 얘기, 이야기, 발언, 논의, 대화
audio, sound, mp3, listen, hear, play, wav, voice file, m4a, 오디오, 음성, 소리, 음원, ^듣, 들어볼, 들어보, 들을, 육성
download, save locally, grab the file, get the file, 다운로드, 다운, 내려받, 파일로받, 받아볼
original, raw, source, 원본, 원래
record, tape, dictate, memo, voice memo, dictation, dictate, 녹음, 녹취, 음성메모
meeting, session, standup, interview, conversation, huddle, consultation, sync up, kickoff, 회의, 미팅, 면담, 상담, 인터뷰
call, phone call, on the phone, 통화, 전화로
lecture, class, seminar, sermon, workshop, talk, 강의, 세미나, 수업, 설교, 강연
note, meeting minute, 노트, 회의록
folder, tag, directory, label, 폴더, 태그, 분류함
color, colour, red, green, blue, yellow, paint, 색깔, ^색, 색상, 빨간, 파란, 초록, 노란, 파랑, 빨강
device, hardware, machine, serial, gadget, firmware, battery, 기기, 기계, 장치, 단말, 시리얼, 일련번호, 배터리
quota, minute left, hour left, time left, second left, left this month, still left, are left, is left, remain, allowance, use up, run out, still have, how much more, 남은, 남았, 남아, 한도, 잔여, 더쓸수, 다썼
membership, subscription, plan, tier, premium, upgrade, paid member, free, 멤버십, 구독, 요금제, 유료, 무료, 등급, 플랜
share, public, outsider, stranger, outside, share link, expose, visible, 공유, 공개, 외부인, 남이볼
model, gpt, claude, gemini, llm, ai, engine, 모델, 인공지능, 엔진
setting, configuration, preference, toggle, option, config, 설정, 환경설정, 옵션
feature, function, capability, able to use, unlock, 기능
account, profile, login, sign in, credential, user, 계정, 프로필, 로그인, 아이디, 사용자
connect, not work, still work, work again, does work, broken, down, health, alive, trouble, problem, fail, error, offline, unavailable, cut off, disconnect, still link, get into, log in, sign in, not reach, not get, not log, 연결, 접속, 작동, 되는지, 고장, 먹통, 끊겼, 끊긴, 끊어, 점검, 이상없, 안되, 안돼, 오류, 에러, 문제, 정상
done yet, finish, ready, progress, running, pending, in process, processing, complete, 끝났, 다됐, 다나왔, 나왔나, 나왔어, 진행, 완료, 처리중, 돌아가, 돌리고, 돌고, 도는중, 언제끝
merge, combine, join, stitch, 합치, 병합, 합쳐
wait, until, 기다려, 기다렸, 기다리, 될때까지, 끝나면
webhook, callback, hook, 웹훅, 콜백
notification, alert, notify, get told, is told, inform, warn, ping, push, 알림, 통지, 알람
kind, type, sort, which ones exist, possible, 종류, 유형, 어떤일, 가능한, 무슨일
subscription, subscribe, subscriber, hookup, integration, automation, zap, zapier, slack, make com, n8n, 구독, 연동, 자동화, 슬랙, 재피어
arrive, reach, attempt, fire, go through, get through, deliver, receive, 도착, 전달, 전송기록, 받았, 들어갔, 갔는지, 제대로갔, 갔어, 시도
fail, failure, unsuccessful, bounce, 실패, 안갔, 못갔
happen, new since, what new, activity, news, miss, while i was away, while i, go on, since yesterday, catch up, what up, come in, 무슨일, 소식, 일어난, 들어온, 새로생긴, 새로들어, 그동안
person, people, member, colleague, team, teammate, staff, employee, coworker, everyone, everybody, 멤버, 팀원, 동료, 직원, 구성원, 사람, 인원, 담당자
invite, let in, give access, bring in, onboard, grant access, guest, 초대, 들어오게, 들여, 권한줘, 볼수있게
comment, remark, feedback, annotation, 댓글, 코멘트, 의견, 피드백, 덧글
reply, answer, under post, below post, on post, respond, response, write back, 답글, 답장, 답변, 답해, 답달, 대댓글, 답을, 답좀, 댓글
row, entry, ticket, ^행, ^줄, 항목
stock, in stock, inventory, 재고, 입고
table, calendar, catalog, database, db, tracker, board, sheet, spreadsheet, roster, ledger, list, csv, crm, backlog, register, ^표, ^표에, 데이터베이스, 디비, 명단, 장부, 목록표, 보드, 시트, 명부, 대장
column, field, property, attribute, dropdown, choice, ^열, ^칸, 칸이, 칸에, 속성, 필드, 컬럼, 선택지, 칼럼
page, doc, document, wiki, article, handbook, manual, guide, 페이지, 문서, 위키, 매뉴얼, 기획서, 제안서
content, text, body, read, 내용, 본문, 적힌, 적혀, 써있, 쓰여, 읽어
append, bottom, at the end, below, underneath, tack on, continue, end of, 덧붙, 끝에, 밑에, 아래에, 이어서, 맨아래, 맨밑, 마지막에
replace, overwrite, rewrite, from scratch, start over, swap out, wipe and, all new, 교체, 덮어, 갈아, 다시써, 싹바꿔, 새로써, 통째로바꿔, 전부바꿔, 갈아엎, 새로쓰
duplicate, double, twice, already there, if it exist, exist, in sync, sync, match by, same key, unique, 중복, 이미있는, 있으면, 없으면, 맞춰서, 동기화, 두번
all, every, whole, entire, complete, thousand, full, each and every, without exception, 전부, 모든, 전체, 통째, 모조리, 빠짐없이, 싹다, 몽땅, 죄다
mark, tick, cross, check off, reopen, complete, finish, close, done, cross off, 완료, 끝냈, 체크, 처리, 끝난걸로, 표시
due, deadline, overdue, late, 마감, 기한, 늦은, 기한지난
status, state, stage, condition, 상태, 단계, 현황
assign, reassign, hand to, responsible, owner, in charge, whose, 담당, 맡은, 맡긴, 맡았, 맡아, 맡기, 배정
upload, import, attach, attachment, file, 업로드, 첨부, 파일, 가져오
image, picture, photo, pic, 사진, 이미지, 그림, 짤
video, clip, film, vlog, footage, 영상, 동영상, 비디오, 브이로그
search, find, look for, look up, locate, track down, where, 찾아, 찾는, 검색, 뒤져, 어디
everywhere, anywhere, wherever, somewhere, across, all my, all source, any of my, whole lot, 어디든, 전부찾, 다뒤져, 모든곳, 통틀어, 한꺼번에, 아무데나, 통합
order, 주문, 발주, 오더
ship, dispatch, tracking, waybill, parcel, shipment, package, box, postage, on its way, go out, hand over, 송장, 운송장, 배송, 발송, 택배, 출고, 부쳤, 보냈
acknowledge, accept, confirm, prepare, pack, take on, 발주확인, 상품준비, 접수, 준비중, 확인처리, 주문확인, 포장
sale, sell, revenue, turnover, earn, taking, best seller, how is business, is business, income, bestseller, gross, sold, shift, 매출, 판매, 팔았, ^판$, 팔린, 팔렸, 수익, 벌었, 잘나가, 잘팔리, 매상
return, send back, sent back, come back, goods back, 반품, 반송, 돌려보, 회수
cancel, call off, cancellation, 취소, 캔슬
exchange, swap, another size, different size, other size, other color, 교환, 맞교환, 다른사이즈, 바꿔달라
reason, why, because, 사유, 이유, ^왜
carrier, courier, delivery company, parcel service, shipping company, delivery service, logistics, post office, hanjin, lotte, cj, logen, 택배사, 택배회사, 운송사, 배송업체, 대한통운, 한진, 롯데택배, 로젠, 우체국
code, abbreviation, 코드, 약어
category, section of the shop, department, 카테고리, 분류, 품목
buy, bought, purchase, spend, my own order, i order, for myself, shopping, 샀, ^산$, 산거, 산물건, 구매, 구입, ^사는, ^살, ^사고, 시켰, 시킨, 지출, 썼지, 썼어, 쓴돈, 쓴거, 쇼핑, 내가주문, 사먹
customer, client, buyer, consumer, 고객, 손님, 구매자, 회원, 거래처
bill, invoice, payment request, fee, tuition, dues, rent, 청구서, 청구, 고지서, 수강료, 회비, 요금, 수업료, 월세, 학원비, 레슨비, 관리비
money, cash, amount, won, krw, dollar, sum, price, ^돈, 금액, ^액수, 대금, 얼마, 만원, 천원, 만오천
unpaid, owe, outstanding, not pay, overdue, arrears, debt, behind, still open, without paying, ignore, late with, debtor, haven't paid, 미납, 안낸, 안냈, 미수, 밀린, 밀렸, 연체, 못받은, 입금안, 아직안, 안들어온, 미결제, 안한사람, 받을돈
pay, payment, settle, transfer, receive, come through, collect, 결제, 입금, 납부, 냈, ^낸$, 낸돈, 낸사람, 지불, 수금, 들어왔, 받은돈
refund, money back, give back, reimburse, reverse, pay back, return the money, chargeback, 환불, 돌려줘, 돌려주, 결제취소, 돈돌려, 돌려달, 되돌려
void, withdraw, took back, revoke, wrong bill, sent by mistake, by mistake, not valid, kill, scrap, invalid, 파기, 철회, 무효, 잘못보낸, 잘못나간, 없던걸로, 없던일, 거둬
remind, reminder, nudge, chase, dun, jog, poke, press, 독촉, 재촉, 리마인드, 상기, 알림톡, 까먹
autopay, auto pay, automatic, recurring, direct debit, registered card, card on file, stored card, saved card, standing, every month, monthly, 자동결제, 자동이체, 정기결제, 등록된카드, 등록카드, 매달, 매월, 정기, 자동으로
credit card, debit card, bank card, 신용카드, 체크카드, 카드
charge, debit, pull, deduct, draw, 긁어, 빼가, 빠지, 인출, 출금, 빼줘
phone number, mobile, cell, phone, dial, country code, 전화번호, 휴대폰, 핸드폰, 연락처, 국제번호, 폰번호, 휴대전화, 국가번호
format, valid, proper, correct form, 형식, 올바른, 맞는번호, 제대로된, 맞는지
approval, approve, authorization, 승인
language, korean, english, japanese, spanish, 언어, 한국어, 영어, 일본어, 몇개국어, 한글
length, how long, duration, 길이, 몇분, 몇시간, 얼마나길
view, watch, hit, impression, 조회수, 조회, 봤, 본사람, 노출
like, heart, engagement, reaction, popular, thumb, 좋아요, 하트, 반응, 인기
channel, uploader, who made, who uploaded, creator, youtuber, 채널, 누가올린, 올린사람, 유튜버
chapter, section, timestamp, 챕터, 구간, 목차
post, thread, 게시물, 게시글, 포스트, 포스팅, ^글, 올린글, 쓴글
publish, ^post, and post, then post, to post, please post, it post, put up, say on, ^say, ^share, put out, tweet, go live, announce, share with follower, 게시해, 게시하, 올려, 올리, 올릴, 포스팅, 띄워, 발행, 공지해
repost, retweet, boost, pass on, reshare, share again, spread, amplify, 리포스트, 재게시, 퍼가, 퍼와, 리트윗, 퍼날, 재공유
quote, 인용
hide, conceal, unhide, show again, cover, mute, 숨기, 숨겨, 숨긴, 가려, 가리, 안보이게
mention, tag, tag me, 태그한, 태그된, 태그해준, tag us, at me, name me, shout out, call me out, 언급, 태그, 멘션, 소환, 불렀
follower, audience, fan, following, 팔로워, 팔로우, 구독자
conversation, back and forth, discussion, whole thread, nested, deeper, 대화, 타래, 댓글전체, 대댓글
statistic, stat, how did post, how post do, performance, insight, reach, analytics, metric, do well, perform, 통계, 성과, 도달, 수치, 지표, 실적, 잘됐
limit, allow, cap, maximum, how many more, how often, 한도, 제한, 몇개더, 몇번더, 더올릴수, 더올려, 더올릴, 몇개까지
handle, bio, username, about me, 핸들, 소개글, 자기소개, 유저네임
who, whose, whom, 누가, 누구
how much, how many, count, total, sum up, number of, 얼마, 몇개, 몇건, 몇명, 몇번, 합계, 총
when, 언제
about something, concerning, regarding, 관련된, 관한, 대한
write, compose, draft, 써줘, 써서, 쓰고, 작성, 적어줘
candidate, applicant, lead, guest, student, pupil, project, expense, inventory, contact, supplier, vendor, reservation, booking, contract, bug, recipe, ingredient, movie, book, habit, budget, tracker, attendee, employee, partner, deal, idea, schedule, event, appointment, 지원자, 후보, 거래처, 예약, 계약, 재고, 지출, 예산, 프로젝트, 학생, 수강생, 출석, 일정, 버그, 업체, 아이디어, 신규고객
회의실, 대표, 여행, 은행, 유행, 비행, 행사, 수행, 실행
compare, difference, versus, against last, 비교, 차이, 대비
`

/** What stands for a thing that has several words. */
export type Thing = `#${number}`

const things = new Map<string, { words: readonly string[]; thing: Thing; isStart: boolean; isEnd: boolean }[]>()
for (const [at, line] of SYNONYMS.trim().split('\n').entries()) {
  for (const entry of line.split(', ')) {
    const plain = entry.replace(/[$^]/g, '')
    const words = /[가-힣]/.test(plain) ? [...plain] : plain.split(' ').map(toStem)
    const [first = ''] = words
    things.set(first, [
      ...(things.get(first) ?? []),
      { words, thing: `#${at}`, isStart: entry.startsWith('^'), isEnd: entry.endsWith('$') },
    ])
  }
}
for (const list of things.values()) list.sort((one, other) => other.words.length - one.words.length)

/** The things whose words start at a place: of stems, or of Korean syllables. The longest words win, and may name several. */
export function findThings(
  words: readonly string[],
  at: number,
  starts?: ReadonlySet<number>,
): { things: Thing[]; length: number } | undefined {
  const found = (things.get(words[at] ?? '') ?? []).filter(
    (entry) =>
      (!entry.isStart || starts?.has(at)) &&
      (!entry.isEnd || starts?.has(at + entry.words.length)) &&
      entry.words.every((word, step) => words[at + step] === word),
  )
  const length = found[0]?.words.length
  if (length === undefined) return undefined
  return { things: found.filter(({ words }) => words.length === length).map(({ thing }) => thing), length }
}

/** Whether a stem is one of a synonym. */
export const isKnown = (stem: string): boolean => things.has(stem)
