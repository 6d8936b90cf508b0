// `monkey` is no key, and the keys of tables, keyboards and caches are no secrets.
const otherKeys =
  /^(?:mon|don|tur|joc|hoc|whis|hot|short|shortcut|primary|foreign|sort|partition|range|natural|idx|arrow|modifier|shift|enter|escape|tab|function|object|cache)keys?$/u;
const keyWord = /keys?\d{0,3}$/u;
// Facts about a key that do not reveal it: `keyName`, `key_length`.
const ofKey: ReadonlySet<string> = new Set(
  'name names alias length len size type usage rotation binding bindings map format algorithm press pressed up down left right word board code count'.split(
    ' ',
  ),
);
const structural: ReadonlySet<string> = new Set(
  'primary foreign sort partition range natural hot shortcut arrow modifier shift cache object group'.split(' '),
);
const cred = /cred(?!it|ib|o$|os$)/u;
const otherCred = /sacred|accred|discred|incred/u;
const passWord =
  /^pass(?!ive|ed$|es$|ing|enger|age|thr|ion|over|band|list|able|word$)|pass(?:wd|w)|pwd|(?:^|[a-z])pw$/u;
const endsInPass = /(?<!com|by|tres|sur|under|over|encom|im|fly)pass\d{0,3}$/u;

// A token count, as in `maxOutputTokens`, is a common number and no secret.
const amountOfTokens =
  /^(?:.*token(?:limit|budget|count|max|min)|(?:max|min)token$)|^(?=.*tokens)(?=.*(max|min|limit|budget|count|total|number|num|output|input|thinking|context|completion|prompt|reasoning|cache))/u;
const amountMax = 100_000_000;
// Longer names are texts and are not compared whole.
const nameCharsMax = 200;

/**
 * Whether a key, flag, header or variable of this name holds a secret: camel, snake or kebab case, in the larger
 * languages, also with look-alike letters of other alphabets or digits.
 */
export function isSecretName(name: string): boolean {
  return readingsOf(name.slice(0, nameCharsMax)).some(isSecretReading);
}

// Facts about a secret: `auth_provider`, `tokenType`.
const aboutSecret: ReadonlySet<string> = new Set('provider providers method methods type types mode policy'.split(' '));

function isSecretReading(name: string): boolean {
  const words = wordsOf(name);
  return !aboutSecret.has(words.at(-1) ?? '') && isSecretWords(words);
}

function isSecretWords(words: readonly string[]): boolean {
  return (
    secretWord.test(words.join('')) ||
    words.some((word, index) => secretWordsAlone.has(word) || isPassWord(word) || isKeyAt(words, index))
  );
}

function isPassWord(word: string): boolean {
  return (cred.test(word) && !otherCred.test(word)) || passWord.test(word) || endsInPass.test(word);
}

function isKeyAt(words: readonly string[], index: number): boolean {
  const [before = '', word = '', after = ''] = [words[index - 1], words[index], words[index + 1]];
  return (
    keyWord.test(word) && !otherKeys.test(word) && !ofKey.has(after) && !(word.length <= 4 && structural.has(before))
  );
}

/** Whether a secret-sounding name holds a mere token count. */
export function isTokenAmount(name: string, value: unknown): boolean {
  const amount = typeof value === 'string' && /^\d{1,9}$/u.test(value) ? Number(value) : value;
  return typeof amount === 'number' && Math.abs(amount) <= amountMax && amountOfTokens.test(wordsOf(name).join(''));
}

/** Whether this name denotes a map of headers or environment variables. */
export function isSecretMapName(name: string): boolean {
  const joined = wordsOf(name).join('');
  return joined.includes('header') || joined === 'env' || joined.includes('environment') || joined === 'envvars';
}

function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
}

// Pairs of a letter and its Latin look-alike: Cyrillic, Greek, Armenian, Cherokee, Lisu, small capitals, and Latin
// letters with a stroke, which Unicode normalization keeps.
const twins = `
аa вb еe ѕs іi јj кk мm нh оo рp сc тt уy хx һh ԁd ԛq ԝw ӏl ѵv гr пn ьb зe иn лn дd эe яr чy шw ёe
АA ВB ЕE ЅS ІI ЈJ КK МM НH ОO РP СC ТT УY ХX ҺH ԀD ԚQ ԜW ӀI ѴV ЬB ЗE ИN ЯR ПN ГR
αa βb γy δd εe ζz ηn ιi κk λl μu νv οo ρp σo ςc τt υu χx ωw ϲc ϳj
ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ΣE ΛA
օo սu ոn ցg հh ոn զq ѡw ԍg ᴀa ʙb ᴄc ᴅd ᴇe ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz
ıi łl ŁL øo ØO đd ĐD ħh ŧt ɑa ɡg ɩi ʋv ƙk ɓb ɗd ꓮA ꓐB ꓚC ꓓD ꓰE ꓝF ꓖG ꓧH ꓲI ꓙJ ꓗK ꓡL ꓟM ꓠN ꓳO ꓑP ꓣR ꓢS ꓔT ꓴU ꓦV ꓪW ꓫX ꓬY ꓜZ
ᎪA ᏴB ᏟC ᎠD ᎬE ᏀG ᎻH ᎥI ᎫJ ᏦK ᏞL ᎷM ᏢP ᎡR ᏚS ᎢT ᏙV ᎳW ᏃZ
`;

const latinOf: ReadonlyMap<string, string> = new Map(
  twins
    .trim()
    .split(/\s+/u)
    .map((pair) => {
      const [letter = '', latin = ''] = Array.from(pair);
      return [letter, latin];
    }),
);

const digits: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't' };
const plain = /^[\p{ASCII}]*$/u;
const invisible = /[\p{Cf}\p{Cc}]+/gu;
const accents = /(?<=[\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu;

/**
 * Possible readings of a name: normalized for width, accents and invisible letters; with look-alike letters as Latin;
 * and with digits as letters (`p4ssw0rd`).
 */
function readingsOf(name: string): readonly string[] {
  const written = plain.test(name) ? name : folded(name);
  const latin = plain.test(written) ? written : Array.from(written, (letter) => latinOf.get(letter) ?? letter).join('');
  const spelled = latin.replaceAll(/(?<=[a-z@$])[013457]|[013457](?=[a-z])/giu, (digit) => digits[digit] ?? digit);
  const signs = spelled.replaceAll(/[@$](?=[a-z])/giu, (sign) => (sign === '@' ? 'a' : 's'));
  return [...new Set([written, latin, signs])];
}

function folded(name: string): string {
  const compatible = name.normalize('NFKC').replaceAll(invisible, '');
  return compatible.normalize('NFKD').replaceAll(accents, '').normalize('NFC').replaceAll('ß', 'ss');
}

// Matched anywhere in a lower-case name without separators and accents. Grouped by language; words that are also
// English must stand alone instead.
const anywhere: readonly string[] = [
  // English
  'token(?!i[sz])|secret(?!ar)|passw|passphrase|passcode|passkey|credential|authori[sz]ation|authenticat|cookie|bearer',
  'signature|session(?:key|id)|connection(?:string|str)|connstr|webhook|keystore|truststore|keytab|mnemonic|seedphrase',
  '(?:recovery|backup|access|security|verification|unlock|auth|activation|pin|one-?time)codes?$|licen[cs]e(?:key|code)',
  '(?:private|access|api|encryption|signing|client|shared|account|subscription|master)key|keymaterial|(?:database|db)ur[il]',
  // German, French, Spanish, Italian, Portuguese
  'passwort|kennwort|losungswort|geheim|schlussel|schluessel|zugangs(?:daten|code)|anmeldedaten|sicherheitscode',
  'mot(?:s)?de?passe|jeton|identifiants|codesecret|contrasen|(?<!en|auto|con)clave|secreto|credencial|palabraclave',
  'parola|chiav[ei]|segret|credenzial|gettone|senha|segredo|(?<!a)chaves?|palavra(?:passe|chave)|contrassenha',
  // Dutch, Swedish, Norwegian, Danish, Finnish
  'wachtwoord|sleutel|toegangscode|(?:inlog|aanmeld)gegevens|losenord|nyckel|hemlig|passord|adgangskode|kodeord|nokkel',
  'nogle|hemmelig|salasan|salaisuu|tunnussan|(?<!t)avain',
  // Polish, Czech, Slovak, Hungarian, Romanian, Croatian, Slovenian
  'haslo|klucz|tajn[aey]|sekret|poswiadczen|heslo|jelszo|kulcs|titk?ok|cheie|lozink|zapork|geslo|kljuc',
  // Turkish, Indonesian, Malay, Vietnamese
  'sifre|anahtar|gizli|katasandi|katalaluan|kunci|rahasia|rahsia|matkhau|bimat|khoa(?:bimat|riengtu)',
  // Russian, Ukrainian, Bulgarian, Serbian, Greek
  'парол|ключ|секрет|токен|доступа|учетныеданные|удостоверен|таємн|облікові|лозинк|шифр|кључ',
  'κωδικ|κλειδι|μυστικ|συνθηματικ|διαπιστευτηρι',
  // Japanese, Chinese, Korean
  'パスワード|パスフレーズ|暗証|秘密|鍵|合言葉|認証|トークン|シークレット|資格情報|クレデンシャル|ひみつ|キー$',
  '密码|密碼|密钥|密鑰|口令|秘钥|秘鑰|令牌|凭证|憑證|凭据|憑據|私钥|私鑰|钥匙|鑰匙|金鑰|机密|機密|授权码|验证码|驗證碼|权杖',
  '비밀|암호|토큰|열쇠|인증|패스워드|자격증명|시크릿|키$',
  // Arabic, Persian, Hebrew, Hindi, Thai
  'كلم[ةه]?(?:ال)?(?:مرور|سر)|مفتاح|سري|رمز|گذرواژه|کلید|סיסמ|סוד|מפתח|אסימון|पासवर्ड|कुंजी|गुप्त|कूटशब्द|รหัสผ่าน|กุญแจ|ความลับ',
];

const secretWord = new RegExp(anywhere.join('|'), 'u');

/** Only as a separate word: `author`, `bypass` and `pinned` name no secret. */
const secretWordsAlone: ReadonlySet<string> = new Set(
  (
    'auth oauth pem psk pass passe pwd pswd psw pw passwd jwt otp totp pat dsn hmac salt sig pin pins mfa seed nonce sas pfx ' +
    'p12 jks cert rsa gpg pgp priv privkey ssh creds cred serial csrf xsrf mdp cle cles clef clefs llave sandi khau khoa klic ' +
    'klice kluc sir sifra pasahitza contrasenya'
  ).split(' '),
);
