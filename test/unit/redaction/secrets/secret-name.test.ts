import { expect, test } from 'vitest';

import { isSecretName } from '../../../../shared/redaction/secrets/secret-name.ts';

test.each([
  'tenantKey',
  'MASTER_KEY',
  'key2',
  'gcpCreds',
  'credFile',
  'dbPwd',
  'pwdHash',
  'dbpass',
  'passcode',
  'x-auth',
  'sshKeys',
  'Schlüssel',
  'mot_de_passe',
  'contraseña',
  'parolaChiave',
  'senha',
  'wachtwoord',
  'lösenord',
  'hasło',
  'şifre',
  'пароль',
  'κλειδί',
  'パスワード',
  '密碼',
  '비밀번호',
  'аpi_kеy',
  'ＰＡＳＳＷＯＲＤ',
  '𝐬𝐞𝐜𝐫𝐞𝐭',
  'pass\u200bword',
  'p4ssw0rd',
])('%s names a secret', (name) => {
  expect(isSecretName(name)).toBe(true);
});

test.each([
  'keyboard',
  'monkey',
  'hotKey',
  'primaryKey',
  'sortKeys',
  'keyName',
  'keepAlive',
  'maxCredits',
  'creditLimit',
  'accredited',
  'passive',
  'passthrough',
  'compass',
  'bypassReason',
  'author',
  'secretary',
  'tokenizer',
  'pinned',
  'signal',
  'autonomyLevel',
  'sessionRetentionDays',
  'klickrate',
  'enclave',
  'journey',
  'design',
])('%s names none', (name) => {
  expect(isSecretName(name)).toBe(false);
});
