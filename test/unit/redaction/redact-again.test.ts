import { expect, test } from 'vitest';

import { sha256 } from '../../../shared/kernel/sha256.ts';
import { redactAgain, redactSettings } from '../../../shared/redaction/redact-settings.ts';
import { drawFrom } from '../../support/redaction/draw.ts';
import { harmlessKinds } from '../../support/redaction/harmless-kinds.ts';
import { secretKinds } from '../../support/redaction/secret-kinds.ts';

const fingerprint = (secret: string): string => sha256(secret).slice(0, 12);

test('settings that are redacted by these rules stay as they are when they are redacted again', () => {
  const drawn = secretKinds.flatMap((kind, index) => {
    const draw = drawFrom(index);
    return Array.from({ length: 30 }, () => kind.plant(draw).settings);
  });
  const all = [...drawn, ...harmlessKinds.flatMap(({ values, plant }) => values.map(plant))];
  const redacted = all.map((settings) => redactSettings(settings, fingerprint));

  const again = redacted.map((settings) => redactAgain(settings, fingerprint));

  expect(again.filter((settings, index) => JSON.stringify(settings) !== JSON.stringify(redacted[index]))).toEqual([]);
});

test('what earlier rules have shown gets the mark that it has when it is redacted at once', () => {
  const raw = { brandNew: { option: 'h7Kq2x9' }, commandAllowlist: ['deploy -p Tr0ub4dor now'] };

  const again = redactAgain(raw, fingerprint);

  expect(again).toEqual(redactSettings(raw, fingerprint));
  expect(JSON.stringify(again)).not.toMatch(/h7Kq2x9|Tr0ub4dor/u);
});
