/** The fields of a request, as the product's words and its documents name them. */
const FIELD =
  /휴대(폰|전화)|핸드폰|전화\s?번호|연락처|수신\s?번호|청구서\s?(ID|아이디|번호)|금액|가격|상품\s?명|(고객|회원|구매자|수신자)\s?(명|이름)|(만료|유효)\s?(일|기간|기한)|해시|콜백|\b(phone|price|amount|bill_?id|product_?(nm|name)|member_?(nm|name)|expire_?(dt|date)|hash|callback_?url)\b/i

/** What is said of the form of a field, and of nothing else. */
const WRONG_FORM =
  /형식(이|은)?\s?(올바르지|맞지|유효하지)\s?않|(올바르지\s?않은|유효하지\s?않은|잘못된)\s?(형식|값)|필수|누락|(이어|여)야\s?합니다|\b(invalid|malformed|missing|is required|must (be|have|contain|match))\b|\b(format|form|length) is (wrong|incorrect|not (valid|correct))\b|\btoo (long|short)\b/i

/** Words of the work itself: what is said of an approval, a response or a failure may come after the money moved. */
const WORK =
  /승인|결제\s?(중|실패|완료)|취소|처리|응답|결과|통신|서버|시스템|은행|카드|실패|오류|초과|시간|이미|approv|respons|result|server|system|network|bank|card|process|transaction|fail|error|timeout|timed out|already|cancel|paid/i

/**
 * Whether the product's message refuses a field of the request for its form, such as "휴대폰 번호 형식이 올바르지
 * 않습니다." (the form of the phone number is not right): nothing was done then. A doubtful message does not count,
 * since a refusal that is told wrongly makes a caller pay twice.
 */
export const refusesField = (message: string): boolean =>
  FIELD.test(message) && WRONG_FORM.test(message) && !WORK.test(message)
