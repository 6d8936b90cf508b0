// Found anywhere in a name that is written in lower case, without separators and accents. By language, so that a reader
// can see which are there; a word that is also an English one is among the words that must stand alone.
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

export const secretWord = new RegExp(anywhere.join('|'), 'u');

/** Only as a word of their own: `author`, `bypass` and `pinned` name no secret. */
export const secretWordsAlone: ReadonlySet<string> = new Set(
  (
    'auth oauth pem psk pass passe pwd pswd psw pw passwd jwt otp totp pat dsn hmac salt sig pin pins mfa seed nonce sas pfx ' +
    'p12 jks cert rsa gpg pgp priv privkey ssh creds cred serial csrf xsrf mdp cle cles clef clefs llave sandi khau khoa klic ' +
    'klice kluc sir sifra pasahitza contrasenya'
  ).split(' '),
);
