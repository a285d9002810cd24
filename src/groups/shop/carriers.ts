import * as z from 'zod'
import { lazy } from '../../base/lazy.ts'

/** The product has no call for its carriers: this is the table of its documentation, in its order. */
const TABLE = `HYUNDAI=롯데택배|KGB=로젠택배|EPOST=우체국|HANJIN=한진택배|CJGLS=CJ대한통운|KOREX=대한통운[합병]|KDEXP=경동택배|DIRECT=업체직송
ILYANG=일양택배|CHUNIL=천일특송|AJOU=아주택배|CSLOGIS=SC로지스|DAESIN=대신택배|CVS=CVS택배|HDEXP=합동택배|DHL=DHL|UPS=UPS|FEDEX=FEDEX
REGISTPOST=우편등기|EMS=우체국 EMS|TNT=TNT|USPS=USPS|IPARCEL=i-parcel|GSMNTON=GSM NtoN|SWGEXP=성원글로벌|PANTOS=범한판토스
ACIEXPRESS=ACI Express|DAEWOON=대운글로벌|AIRBOY=에어보이익스프레스|KGLNET=KGL네트웍스|KUNYOUNG=건영택배|SLX=SLX택배|HONAM=우리택배
LINEEXPRESS=LineExpress|TWOFASTEXP=2FastsExpress|HPL=한의사랑택배|GOODSTOLUCK=굿투럭|KOREXG=CJ대한통운특|HANDEX=한덱스|BGF=BGF포스트
ECMS=ECMS익스프레스|WONDERS=원더스퀵|YONGMA=용마로지스|SEBANG=세방택배|NHLOGIS=농협택배|LOTTEGLOBAL=롯데글로벌|GSIEXPRESS=GSI익스프레스
EFS=EFS|DHLGLOBALMAIL=DHL GlobalMail|HILOGIS=Hi택배|GPSLOGIX=GPS로직|CRLX=시알로지텍|BRIDGE=브리지로지스|HOMEINNOV=홈이노베이션로지스
CWAY=씨웨이|GNETWORK=자이언트|ACEEXP=ACE Express|WEVILL=우리동네택배|FOREVERPS=퍼레버택배|WARPEX=워펙스|QXPRESS=큐익스프레스
SMARTLOGIS=스마트로지스|HOMEPICK=홈픽택배|GTSLOGIS=GTS로지스|ESTHER=에스더쉬핑|INTRAS=로토스|EUNHA=은하쉬핑|UFREIGHT=유프레이트 코리아
LSERVICE=엘서비스|TPMLOGIS=로지스밸리|ZENIELSYSTEM=제니엘시스템|ANYTRACK=애니트랙|JLOGIST=제이로지스트|CHAINLOGIS=두발히어로(4시간당일택배)
QRUN=큐런|FRESHSOLUTIONS=프레시솔루션|HIVECITY=하이브시티|HANSSEM=한샘|SFC=SFC(Santai)|JNET=J-NET|GENIEGO=지니고|PANASIA=판아시아
ELIAN=elianpost|LOTTECHILSUNG=롯데칠성|SBGLS=SBGLS|ALLTAKOREA=올타코리아|YUNDA=yunda express|VALEX=발렉스|KOKUSAI=국제익스프레스
XINPATEK=윈핸드해운항공|HEREWEGO=탱고앤고|WOONGJI=웅지익스프레스|PINGPONG=핑퐁|YDH=YDH|CARGOPLEASE=화물부탁해|LOGISPOT=로지스팟
FRESHMATES=프레시메이트|VROONG=부릉|NKLS=NK로지솔루션|DODOFLEX=도도플렉스|ETOMARS=이투마스|SHIPNERGY=배송하기좋은날|VENDORPIA=벤더피아
COSHIP=캐나다쉬핑|GDAKOREA=지디에이코리아|BABABA=바바바로지스|TEAMFRESH=팀프레시|HOME1004=1004홈|NAEUN=나은물류|ACCCARGO=acccargo
NTLPS=엔티엘피스|EKDP=삼다수가정배송|HOTSINGCARGO=허싱카고코리아|SINOEX=SINOTRANS EXPRESS|DRABBIT=딜리래빗|HOMEPICKTODAY=홈픽오늘도착
DAERIM=대림통운|LOGISPARTNER=로지스파트너|GOBOX=고박스|FASTBOX=패스트박스|PANSTAR=팬스타국제특송|ACTCORE=에이씨티앤코아물류|KJT=케이제이티
THEBAO=더바오|RUSH=오늘회러쉬|KT=kt express|IBP=ibpcorp|HY=HY|LOGISVALLEY=로지스밸리|TODAY=투데이|ONEDAYLOGIS=라스트마일시스템즈
HKHOLDINGS=에이치케이홀딩스|JIKGUMOON=직구문|CUBEFLOW=큐브플로우|SHFLY=성훈물류|GBS=지비에스|BANPOOM=반품구조대|GLOVIS=현대글로비스|ARGO=아르고
JMNP=딜리박스|SELC=삼성로지텍|MTINTER=엠티인터네셔널|GDSP=골드스넵스|TODAYPICKUP=오늘의픽업|YJSGLOBAL=yjs글로벌|DUXGLOBAL=유로택배
INTERLOGIS=인터로지스|WOOJIN=우진인터로지스|GHSPEED=지에이치스피드|WIDETECH=와이드테크|ECOHAI=에코하이|TONAMI=토나미|DAIICHI=제1화물
FUKUYAMA=후쿠야마통운|KURLYNEXTMILE=컬리넥스트마일|ARAMEX=ARAMEX|BISNZ=BISNZ|INNOS=이노스|SEORIM=서림물류|WEMOVE=위무브|POOLATHOME=풀앳홈
SPARKLE=스파클직배송|ICS=ICS|HANMI=한미포스트|CAINIAO=CAINIAO|HWATONG=화통|ESTLA=이스트라|IK=IK물류|PULMUONEWATER=풀무원샘물
TSG=티에스지로지스|OCS=ocs코리아|MDLOGIS=모든로지스|GCS=지씨에스|FTF=물류대장LCS|HUBNET=Hubnet Logistics|WINION_3P=위니온로지스
WOORIHB=우리한방택배|LETUS=레터스|JWTNL=JWTNL|JCLS=JCLS|GKGLOBAL=지케이글로벌|GONELO=고넬로|CASA=신세계까사|BRCH=비알씨에이치|HLDE=W7
MORNINGGLOBAL=모닝글로벌|DNDN=든든택배|KGBLS=KGB로지스|KGBPS=KGB택배|DONGBU=드림택배|YELLOW=옐로우캡|INNOGIS=GTX로지스|DADREAM=다드림
IQS=굿스포스트|SFEXPRESS=순풍택배|LGE=LG전자|WINION=위니온|WINION2=위니온(에어컨)`

export const carrier = () =>
  z.object({
    code: z.string().describe('What an invoice takes'),
    name: z.string().describe('Name in Korean'),
  })
export type Carrier = z.output<ReturnType<typeof carrier>>

export const getCarriers = lazy((): readonly Carrier[] =>
  TABLE.split(/[|\n]/).map((entry) => {
    const [code = '', name = ''] = entry.split('=')
    return { code, name }
  }),
)

/** Without spaces, and without the word for a carrier at its end: people write 롯데 or 롯데 택배. */
const plain = (name: string) =>
  name
    .replace(/\s/g, '')
    .toLowerCase()
    .replace(/(?<=.)택배$/, '')

/** The code of a carrier by its code or its name. Undefined for any other text. */
export function findCarrier(text: string): string | undefined {
  const code = text.trim().toUpperCase()
  const found =
    getCarriers().find((one) => one.code === code) ?? getCarriers().find(({ name }) => plain(name) === plain(text))
  return found?.code
}
