import { expect, test } from 'vitest';

import { describePlanNow } from '../../../../cli/runs/run-commands.ts';
import type { SetCap } from '../../../../shared/caps/cap.ts';
import { planDocument } from '../../../../shared/kernel/runs/use-cases/run-documents.ts';
import { styleFor } from '../../../../shared/terminal/style.ts';

const plain = styleFor({ isTerminal: false }, {});

function lowered(userId: string): SetCap {
  const binding = { scope: { kind: 'default' }, window: 'month', usedCredits: 100, headroomCredits: 500 } as const;
  const email = `${userId}@acme.example`;
  return { kind: 'set', userId, email, fromCredits: 1_000, limitCredits: 600, reason: 'lowered', binding };
}

function shown(guard: 'trust-gate' | 'blast-radius', besideHold: readonly SetCap[]): string {
  const changes = [lowered('ann'), lowered('bob')];
  const held = { guard, detail: '2026-03-14 is not there yet.' };
  return describePlanNow(planDocument({ planId: 'p-1', changes, dataThrough: '2026-03-13', held, besideHold }), plain);
}

test('of a plan whose figures are in doubt it is said what goes on and what waits, each person in one of both', () => {
  const text = shown('trust-gate', [lowered('ann')]);

  const [before = '', sent = '', waiting = ''] = text.split(/Sent all the same|Waits for the figures/u);
  expect(before).toContain('2026-03-14 is not there yet.');
  expect(before).toContain('on figures through 13 Mar 2026');
  expect(sent).toContain('ann@acme.example');
  expect(sent).not.toContain('bob@acme.example');
  expect(waiting).toContain('bob@acme.example');
  expect(waiting).not.toContain('ann@acme.example');
});

test('where all of it waits for figures, that is said, and nothing else is listed as sent', () => {
  const text = shown('trust-gate', []);

  expect(text).toContain('Nothing is sent before the figures are known.');
  expect(text).not.toContain('Sent all the same');
});

test('of a plan that reaches far all changes are shown, and after them what is sent all the same', () => {
  const [changes = '', sent = ''] = shown('blast-radius', [lowered('ann')]).split('Sent all the same');

  expect(changes).toContain('bob@acme.example');
  expect(sent).toContain('ann@acme.example');
});
