import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { readConfigFile } from '../../infra/config-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'curfew-config-'));

afterAll(() => {
  rmSync(folder, { recursive: true });
});

function fileWith(text: string): string {
  const path = join(folder, `${crypto.randomUUID()}.ts`);
  writeFileSync(path, text);
  return path;
}

test('where there is no file there is no configuration', async () => {
  expect(await readConfigFile(join(folder, 'absent.ts'))).toBeUndefined();
});

test('the file is a module whose export is validated', async () => {
  const path = fileWith(`export const curfew = {
    stage: 'prod', region: 'eu-central-1',
    organizations: [{ name: 'acme', baseUrl: 'https://p.acme.test', settings: { admins: ['a@acme.test'], mailFrom: 'c@acme.test' } }],
  };`);

  expect(await readConfigFile(path)).toMatchObject({ stage: 'prod', organizations: [{ name: 'acme' }] });
});

test('one message names the file and all that is wrong in it, and no value', async () => {
  const reading = readConfigFile(fileWith(`export const curfew = { stage: 'NO', account: 'hunter2' };`));

  const message = await reading.then(String, String);

  for (const part of ['curfew.config.ts', 'curfew.stage', 'curfew.region', 'curfew.account', 'curfew.organizations']) {
    expect(message).toContain(part);
  }
  expect(message).not.toContain('hunter2');
});

test('a file that cannot be run is refused without its text', async () => {
  const reading = readConfigFile(fileWith(`export const curfew = { apiKey: 'hunter2'`));

  const message = await reading.then(String, String);

  expect(message).toContain('cannot be read');
  expect(message).not.toContain('hunter2');
});

test('a file that exports no configuration is refused in one sentence', async () => {
  const reading = readConfigFile(fileWith(`export const config = { stage: 'prod' };`));

  const message = await reading.then(String, String);

  expect(message).toMatch(/^ConfigError: .* "curfew"; curfew\.config\.example\.ts/u);
});
