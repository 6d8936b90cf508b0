import { expect, test } from 'vitest';

import { describeRun } from '../../../../local/texts/describe-run.ts';
import { holdForReach } from '../../../../shared/enforcement/guards.ts';
import { styleFor } from '../../../../shared/terminal/style.ts';
import { anOutcome } from '../../../support/domain-samples.ts';

const style = styleFor({ isTerminal: false }, {});
const held = holdForReach('c0ffee', ['it lowers 4 of 10 caps']);

function told(capsChanged: number): string {
  const run = {
    runId: 'r',
    job: 'enforce',
    at: '2026-03-15T02:30:00.000Z',
    startedAt: '2026-03-15T02:30:00.000Z',
  } as const;
  const outcome = anOutcome({ status: 'held', held, capsChanged });
  return describeRun({ run, outcome: { ...outcome, capsChanged, capsFailed: 0 }, outcomes: new Map() }, style);
}

test('a held run that changed limits says which did not wait', () => {
  expect(told(2)).toMatch(/Caps changed\s+2/u);
  expect(told(2)).toContain('2 limits did not wait');
});

test('a held run that changed none says nothing of them', () => {
  expect(told(0)).not.toContain('did not wait');
});
