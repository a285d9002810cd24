import type { Guide } from '../guide.ts'

const en: Guide = {
  steps: [
    'You receive all five values from the vendor with your contract: [developers.payssam.kr](https://developers.payssam.kr).',
    'Paste the whole message into the box. English and Korean names, JSON and settings lines are recognized.',
    'Check what was found, and fill in what is missing.',
  ],
  notes: [
    'The host is a bare name such as `erp-api.payssam.kr`, or `sandbox.paymint.co.kr` for tests.',
    'The check only reads. It sends no bill and costs nothing.',
  ],
  uncertain: ['The vendor names the production host of the second API generation after its inspection.'],
}

const ko: Guide = {
  steps: [
    '다섯 값은 계약할 때 결제선생이 모두 알려 줍니다: [developers.payssam.kr](https://developers.payssam.kr).',
    '값이 적힌 메시지를 통째로 상자에 붙여 넣으세요. 한국어와 영어 이름, JSON, 설정 파일의 줄을 모두 읽을 수 있습니다.',
    '찾은 값을 확인하고 빠진 값을 채우세요.',
  ],
  notes: [
    '호스트는 `erp-api.payssam.kr`처럼 이름만 쓰며, 시험용은 `sandbox.paymint.co.kr`입니다.',
    '확인은 읽기만 합니다. 청구서를 보내지 않으며 비용이 들지 않습니다.',
  ],
  uncertain: ['2세대 운영 호스트는 검수 뒤에 결제선생이 알려 줍니다.'],
}

export const guide = { en, ko }
