import { Buffer } from 'node:buffer';

import { alphabets, type Draw } from './draw.ts';

const { digits, hex, lower, upper, alnum, base32, base64url, signs } = alphabets;

/** Settings with a secret in them, and the parts of it of which nothing may be left. */
export interface Planted {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly secrets: readonly string[];
}

/** One kind of secret: how it looks, or where it stands. */
export interface SecretKind {
  readonly name: string;
  readonly plant: (draw: Draw) => Planted;
}

type Secret = string;
type Form = (draw: Draw) => Secret;

/** Where a text stands that anybody may have written. */
const texts: readonly ((text: string) => Readonly<Record<string, unknown>>)[] = [
  (text) => ({ commandAllowlist: [`deploy ${text} now`] }),
  (text) => ({ serviceRouterGuidance: `For payments use ${text} and nothing else.` }),
  (text) => ({ mcpPolicy: { enabled: true, allowlist: [`npx server ${text}`] } }),
  (text) => ({ brandNew: { setting: text } }),
  (text) => ({ customModels: [{ id: 'gpt', extraArgs: { extra: [text] } }] }),
  (text) => ({ commandDenylist: [text] }),
  (text) => ({ brandNew: [`Ask the platform team about ${text} first`] }),
];
const commands = texts.filter((_, index) => index !== 3 && index !== 4);
const undocumented: readonly ((value: unknown) => Readonly<Record<string, unknown>>)[] = [
  (value) => ({ brandNew: value }),
  (value) => ({ sandbox: { enabled: true, later: { nested: [value] } } }),
  (value) => ({ modelPolicy: { extension: value } }),
  (value) => ({ customModels: [{ id: 'gpt', extraArgs: { option: value } }] }),
];

/** A secret by its form, in any text. */
function formed(name: string, forms: readonly Form[], of: (secret: string) => string = (secret) => secret): SecretKind {
  return {
    name,
    plant: (draw) => {
      const secret = draw.from(forms)(draw);
      return { settings: draw.from(texts)(of(secret)), secrets: [secret] };
    },
  };
}

/** A short secret by what stands before it, in a text. */
function told(
  name: string,
  sentences: readonly ((secret: string) => string)[],
  forms: readonly Form[] = short,
): SecretKind {
  return {
    name,
    plant: (draw) => {
      const secret = draw.from(forms)(draw);
      return { settings: draw.from(commands)(draw.from(sentences)(secret)), secrets: [secret] };
    },
  };
}

/** A short secret by the name of its field. */
function named(name: string, names: readonly string[]): SecretKind {
  return {
    name,
    plant: (draw) => {
      const secret = draw.from([...short, ...weak])(draw);
      const field = draw.from(names);
      const value = draw.from([
        () => ({ [field]: secret }),
        () => ({ later: { [field]: [secret] } }),
        () => ({ later: [{ name: field, value: secret }] }),
        () => ({ customModels: [{ extraArgs: { [field]: { inner: secret } } }] }),
      ]);
      return { settings: value(), secrets: [secret] };
    },
  };
}

/** A value in a field that nobody documented. */
function unlisted(
  name: string,
  form: (draw: Draw) => { readonly value: unknown; readonly secrets: readonly string[] },
): SecretKind {
  return {
    name,
    plant: (draw) => {
      const { value, secrets } = form(draw);
      return { settings: draw.from(undocumented)(value), secrets };
    },
  };
}

const mixed: Form = (draw) => `${draw.text(lower, 1)}${draw.text(digits, 1)}${draw.text(alnum, 4 + draw.below(9))}`;
const signed: Form = (draw) =>
  `${draw.text(upper, 1)}${draw.text(digits, 1)}!${draw.text(signs.replaceAll('&', ''), 5 + draw.below(8))}`;
const short: readonly Form[] = [mixed, signed];
const weak: readonly Form[] = [
  (draw) => draw.text(digits, 4 + draw.below(6)),
  (draw) => draw.text(lower, 6 + draw.below(6)),
  (draw) => `${draw.from(people)}${draw.text(digits, 2)}`,
];
const people = ['hunter', 'dragon', 'monkey', 'Sunshine', 'Winter', 'letmein', 'qwertz', 'iloveyou'];
const dice =
  'correct horse battery staple walnut pelican orbit tulip velvet anchor mango glacier puzzle raven saffron timber umbrella violin whisker zephyr candle pebble lantern harvest meadow'.split(
    ' ',
  );

function vendor(prefix: string, alphabet: string, length: number): Form {
  return (draw) => `${prefix}${draw.text(alphabet, length)}`;
}

/** Forms of the rules that gitleaks, secretlint, trufflehog and detect-secrets publish. */
const vendors: readonly Form[] = [
  (draw) => `A3-${[6, 6, 5, 5, 5, 5].map((length) => draw.text(base32, length)).join('-')}`,
  vendor('ops_eyJ', alnum, 80),
  vendor('p8e-', lower + digits, 32),
  vendor('AGE-SECRET-KEY-1', base32, 58),
  vendor('LTAI', lower + digits, 20),
  (draw) => `sk-ant-api03-${draw.text(base64url, 93)}AA`,
  vendor('AKCp', alnum, 69),
  vendor('cmVmd', alnum, 59),
  vendor('ATATT3', base64url, 60),
  (draw) => `${draw.from(['AKIA', 'ASIA', 'ABIA', 'ACCA'])}${draw.text(base32, 16)}`,
  (draw) => `${draw.text(alnum, 3)}8Q~${draw.text(alnum, 34)}`,
  vendor('4b1d', alnum, 38),
  vendor('CLOJARS_', lower + digits, 60),
  (draw) => `v1.0-${draw.text(hex, 24)}-${draw.text(hex, 146)}`,
  vendor('dapi', hex, 32),
  (draw) => `dnkey-${draw.text(lower + digits, 26)}-${draw.text(lower + digits, 52)}`,
  vendor('dop_v1_', hex, 64),
  vendor('dp.pt.', alnum, 43),
  vendor('duffel_live_', base64url, 43),
  (draw) => `dt0c01.${draw.text(upper + digits, 24)}.${draw.text(upper + digits, 64)}`,
  vendor('EZAK', alnum, 54),
  (draw) => `${draw.text(digits, 15)}|${draw.text(base64url, 27)}`,
  vendor('EAAC', alnum, 100),
  (draw) => `FLWSECK_TEST-${draw.text(hex, 32)}-X`,
  vendor('fo1_', base64url, 43),
  vendor('fio-u-', base64url, 64),
  vendor('AIza', base64url, 35),
  vendor('GOCSPX-', base64url, 28),
  vendor('ya29.', base64url, 68),
  (draw) => `gh${draw.from(['p', 'o', 'u', 's', 'r'])}_${draw.text(alnum, 36)}`,
  vendor('github_pat_', alnum, 82),
  vendor('glpat-', base64url, 20),
  vendor('glsa_', alnum, 41),
  vendor('hvs.', base64url, 95),
  vendor('hf_', lower, 34),
  (draw) => `${draw.text(hex, 32)}-us${draw.text(digits, 2)}`,
  vendor('lin_api_', alnum, 40),
  vendor('NRAK-', upper + digits, 27),
  (draw) => `ntn_${draw.text(digits, 11)}${draw.text(alnum, 35)}`,
  vendor('npm_', alnum, 36),
  vendor('API-', upper + digits, 26),
  (draw) => `sk-proj-${draw.text(base64url, 58)}T3BlbkFJ${draw.text(base64url, 58)}`,
  vendor('pplx-', alnum, 48),
  vendor('pscale_tkn_', base64url, 40),
  (draw) => `PMAK-${draw.text(hex, 24)}-${draw.text(hex, 34)}`,
  vendor('pnu_', alnum, 36),
  vendor('pul-', hex, 40),
  vendor('pypi-AgEIcHlwaS5vcmc', base64url, 60),
  vendor('rdme_', lower + digits, 70),
  vendor('rubygems_', hex, 48),
  (draw) => `SG.${draw.text(base64url, 22)}.${draw.text(base64url, 43)}`,
  (draw) => `xkeysib-${draw.text(hex, 64)}-${draw.text(alnum, 16)}`,
  vendor('sntryu_', hex, 64),
  vendor('shippo_live_', hex, 40),
  vendor('shpat_', hex, 32),
  (draw) => `xoxb-${draw.text(digits, 12)}-${draw.text(digits, 12)}-${draw.text(alnum, 24)}`,
  (draw) => `xapp-1-${draw.text(upper + digits, 11)}-${draw.text(digits, 13)}-${draw.text(hex, 64)}`,
  vendor('sgp_', hex, 40),
  vendor('sq0atp-', base64url, 22),
  vendor('sk_live_', alnum, 24),
  (draw) => `${draw.text(digits, 10)}:A${draw.text(base64url, 34)}`,
  vendor('SK', hex, 32),
  vendor('tfp_', base64url, 59),
  vendor('AQVN', base64url, 36),
  vendor('whsec_', alnum, 32),
  vendor('AVNS_', base64url, 19),
  vendor('dckr_pat_', base64url, 27),
  vendor('gsk_', alnum, 52),
  vendor('nvapi-', base64url, 64),
  vendor('tskey-auth-', alnum, 30),
  (draw) => `$2b$12$${draw.text(alnum, 53)}`,
  (draw) => `{SSHA}${base64(draw, 28)}`,
];

function base64(draw: Draw, bytes: number): string {
  return Buffer.from(draw.bytes(bytes)).toString('base64');
}

function inLines(text: string, chars: number, between: string): string {
  return (text.match(new RegExp(`.{1,${chars}}`, 'gu')) ?? []).join(between);
}

function pairs(draw: Draw, bytes: number): readonly string[] {
  return draw.bytes(bytes).map((byte) => byte.toString(16).padStart(2, '0'));
}

function jwt(draw: Draw): Secret {
  const part = (object: object): string => Buffer.from(JSON.stringify(object)).toString('base64url');
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: draw.text(digits, 6) })}.${draw.text(base64url, 43)}`;
}

function pem(draw: Draw): Secret {
  const kind = draw.from([
    'RSA PRIVATE KEY',
    'PRIVATE KEY',
    'OPENSSH PRIVATE KEY',
    'EC PRIVATE KEY',
    'PGP PRIVATE KEY BLOCK',
  ]);
  const between = draw.from(['\n', '\\n', ' ']);
  return [`-----BEGIN ${kind}-----`, inLines(base64(draw, 160), 64, between), `-----END ${kind}-----`].join(between);
}

/** Every kind that the page of docs counts. */
export const secretKinds: readonly SecretKind[] = [
  formed('keys of vendors, by the forms of published rule sets', vendors),
  formed('JSON web tokens', [jwt]),
  formed('private keys in PEM, line breaks escaped or lost too', [pem]),
  formed('base64 of 18 to 64 bytes', [(draw) => base64(draw, 18 + draw.below(46))]),
  formed('base64 with line breaks', [
    (draw) => inLines(base64(draw, 100 + draw.below(60)), draw.from([64, 76]), draw.from(['\n', '\\n', '\r\n'])),
  ]),
  formed('base64url of 22 to 43 characters', [(draw) => draw.text(base64url, 22 + draw.below(22))]),
  formed('hexadecimal of 32 to 64 digits', [(draw) => draw.text(hex, draw.from([32, 40, 48, 64]))]),
  formed('hexadecimal with colons, blanks or dashes', [
    (draw) => pairs(draw, 12 + draw.below(20)).join(draw.from([':', ' ', '-', ', '])),
    (draw) =>
      pairs(draw, 16)
        .map((pair) => `0x${pair}`)
        .join(', '),
    (draw) =>
      pairs(draw, 16)
        .map((pair) => `\\x${pair}`)
        .join(''),
    (draw) => Array.from({ length: 8 }, () => draw.text(hex, 4)).join(' '),
  ]),
  formed('groups, `XXXXX-XXXXX-XXXXX` and longer', [
    (draw) => Array.from({ length: 3 + draw.below(4) }, () => draw.text(upper + digits, 5)).join('-'),
    (draw) => Array.from({ length: 4 + draw.below(3) }, () => draw.text(alphabets.base32, 4)).join('-'),
    (draw) => Array.from({ length: 3 + draw.below(3) }, () => draw.text(lower + digits, 6)).join('-'),
  ]),
  formed('letters and digits, 16 to 32', [(draw) => draw.text(alnum, 16 + draw.below(17))]),
  formed('letters, digits and signs, 14 to 24', [(draw) => draw.text(signs, 14 + draw.below(11))]),
  formed('digits, 16 to 24', [(draw) => draw.text(digits, 16 + draw.below(9))]),
  formed('words of a mnemonic, 12', [(draw) => Array.from({ length: 12 }, () => draw.from(dice)).join(' ')]),
  unlisted('bytes as a list of numbers', (draw) => {
    const bytes = draw.bytes(12 + draw.below(20));
    const value = draw.from([
      () => bytes,
      () => ({ type: 'Buffer', data: bytes }),
      () => Object.fromEntries(bytes.map((byte, index) => [String(index), byte])),
      () => bytes.map((byte) => `0x${byte.toString(16).padStart(2, '0')}`),
      () => JSON.stringify(bytes),
    ])();
    const text = JSON.stringify(value);
    return { value, secrets: [text.slice(text.indexOf(String(bytes[0])) - 1)] };
  }),
  unlisted('short ones in undocumented fields', (draw) => {
    const value = draw.from([mixed, signed])(draw);
    return { value, secrets: [value] };
  }),
  unlisted('passphrases of words in undocumented fields', (draw) => {
    const value = Array.from({ length: 4 }, () => draw.from(dice)).join(draw.from([' ', '-', '.', '_']));
    return { value, secrets: [value] };
  }),
  named('under names with key, cred, pwd, pass, token, secret …', [
    'apiKey',
    'dataKey',
    'tenant_key',
    'MASTER_KEY',
    'hmac-key',
    'cryptoKeys',
    'gcpCreds',
    'credFile',
    'dbcred',
    'credential',
    'pwd',
    'db_pwd',
    'pwdHash',
    'adminPwd',
    'pass',
    'passcode',
    'dbpass',
    'PASSPHRASE',
    'smtp-pass',
    'userPassword',
    'authToken',
    'client_secret',
    'privKey',
    'sshKey',
    'otp',
    'pin',
    'jwt',
    'webhookUrl',
    'connectionString',
    'recoveryCodes',
    'seedPhrase',
  ]),
  named('under names in twenty other languages', [
    'passwort',
    'Kennwort',
    'zugangsdaten',
    'Schlüssel',
    'mot_de_passe',
    'motDePasse',
    'clé',
    'jeton',
    'contraseña',
    'clave',
    'credenciales',
    'parolaChiave',
    'chiave',
    'segreto',
    'senha',
    'chave',
    'segredo',
    'wachtwoord',
    'sleutel',
    'hasło',
    'klucz',
    'lösenord',
    'nyckel',
    'passord',
    'adgangskode',
    'salasana',
    'avain',
    'heslo',
    'jelszó',
    'kulcs',
    'parolă',
    'cheie',
    'şifre',
    'anahtar',
    'kata_sandi',
    'mật_khẩu',
    'пароль',
    'ключ',
    'секрет',
    'ключ_доступа',
    'κωδικός',
    'κλειδί',
    'パスワード',
    '秘密鍵',
    '密码',
    '密鑰',
    '口令',
    '令牌',
    '비밀번호',
    '암호',
    'مفتاح',
    'סיסמה',
    'पासवर्ड',
    'รหัสผ่าน',
  ]),
  named('under names in letters that only look alike', [
    'аpiKey',
    'pаsswоrd',
    'ѕecret',
    'tоken',
    'ＡＰＩ＿ＫＥＹ',
    'ｐａｓｓｗｏｒｄ',
    '𝐬𝐞𝐜𝐫𝐞𝐭',
    '𝚝𝚘𝚔𝚎𝚗',
    'ｔoken',
    'p\u200bassword',
    'se\u00adcret',
    'αuthTοken',
    'сredential',
    'p4ssw0rd',
    's3cret',
    't0ken',
    'ⓣⓞⓚⓔⓝ',
    'pässwörd',
    'ᴀᴘɪᴋᴇʏ',
    'ꓢꓰꓚꓣꓰꓔ',
    'рwd',
    'dЬраss',
  ]),
  told('behind `-p`, `-k`, `--password`, `-u user:…` and the like', [
    (secret) => `deploy -p ${secret} --now`,
    (secret) => `sign -k ${secret} file.bin`,
    (secret) => `mysql -uroot -p${secret} app`,
    (secret) => `login --password ${secret} --user bob`,
    (secret) => `login --password=${secret}`,
    (secret) => `curl -u bob:${secret} https://api.example.com`,
    (secret) => `curl --user 'bob:${secret}' https://api.example.com`,
    (secret) => `sshpass -p ${secret} ssh bob@host.example.com`,
    (secret) => `docker login -u bob -p ${secret} registry.example.com`,
    (secret) => `openssl enc -aes-256-cbc -k ${secret} -in a -out b`,
    (secret) => `redis-cli -a ${secret} ping`,
    (secret) => `ldapsearch -x -w ${secret} -b dc=example`,
    (secret) => `7z x -p${secret} archive.7z`,
    (secret) => `gpg --batch --passphrase ${secret} -d file.gpg`,
    (secret) => `keytool -storepass ${secret} -list`,
    (secret) => `tool --api-key ${secret} run`,
    (secret) => `echo ${secret} | sudo -S reboot`,
    (secret) => `net use Z: //host/share /user:bob ${secret}`,
  ]),
  told('in assignments: `export X=`, .env, YAML, JSON, connection strings', [
    (secret) => `export DB_PASSWORD=${secret}`,
    (secret) => `export TOKEN='${secret}' && run`,
    (secret) => `API_KEY=${secret} npm run deploy`,
    (secret) => `password: ${secret}`,
    (secret) => JSON.stringify({ user: 'bob', password: secret }),
    (secret) => `Server=db;Database=app;User Id=bob;Password=${secret}`,
    (secret) => `//registry.example.com/:_auth${'Token'}=${secret}`,
    (secret) => `set PGPASSWORD=${secret}`,
    (secret) => `$env:SECRET = "${secret}"`,
    (secret) => `aws_secret_access_key = ${secret}`,
    (secret) => `the password is ${secret} for now`,
    (secret) => `das Passwort lautet ${secret} bis morgen`,
    (secret) => `mot de passe : ${secret}`,
    (secret) => `contraseña: ${secret}`,
    (secret) => `пароль: ${secret}`,
    (secret) => `密码：${secret}`,
    (secret) => `パスワードは「${secret}」`,
    (secret) => `clé d’API : ${secret}`,
  ]),
  told('in headers', [
    (secret) => `curl -H "Authorization: Bearer ${secret}" https://api.example.com`,
    (secret) => `curl -H 'Authorization: ${secret}' https://api.example.com`,
    (secret) => `curl --header "X-Api-Key: ${secret}" https://api.example.com`,
    (secret) => `Authorization: Basic ${secret}`,
    (secret) => `Proxy-Authorization: Token ${secret}`,
    (secret) => `Cookie: session=${secret}`,
    (secret) => `curl -H "X-Team: ${secret}" https://api.example.com`,
  ]),
  told('in URLs: userinfo, URL-encoded too, query, fragment', [
    (secret) => `git clone https://bob:${encodeURIComponent(secret)}@git.example.com/acme/tools.git`,
    (secret) => `postgres://app:${encodeURIComponent(secret)}@db.internal:5432/app`,
    (secret) => `open ${encodeURIComponent(`https://bob:${encodeURIComponent(secret)}@git.example.com/acme`)}`,
    (secret) => `call https://proxy.example.com/?url=${encodeURIComponent(`https://bob:${secret}@git.example.com`)}`,
    (secret) => `https://api.example.com/v1?key=${encodeURIComponent(secret)}&page=2`,
    (secret) => `https://app.example.com/callback#access_token=${encodeURIComponent(secret)}`,
    (secret) =>
      `redirect=https%3A%2F%2Fapi.example.com%2Fv1%3Ftoken%3D${encodeURIComponent(encodeURIComponent(secret))}`,
    (secret) => `bob:${encodeURIComponent(secret)}@db.example.com`,
  ]),
  told('in netrc, pgpass, npmrc and docker files', [
    (secret) => `machine api.example.com login bob password ${secret}`,
    (secret) => `machine api.example.com\n  login bob\n  password ${secret}\n`,
    (secret) => `db.example.com:5432:app:bob:${secret.replaceAll(':', '')}`,
    (secret) => `_password=${secret}`,
    (secret) => `{"auths":{"registry.example.com":{"auth":"${secret}"}}}`,
    (secret) => `[default]\naws_access_key_id = AKIAIOSFODNN7EXAMPLE\naws_secret_access_key = ${secret}`,
  ]),
];
