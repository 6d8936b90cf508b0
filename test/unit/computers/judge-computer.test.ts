import { describe, expect, test } from 'vitest';

import { judgeComputer, unknownWords } from '../../../shared/computers/decide-computer.ts';
import { learnWords, meaningOf, type StepWords } from '../../../shared/computers/seen-computer.ts';
import { aComputer, aFailedInstall, noonMs } from '../../support/computers.ts';

const known = { words: {}, nowMs: noonMs, hangsAfterMinutes: 60 };
const hourMs = 3_600_000;

describe('a word for the status of a step', () => {
  const active = aComputer({ steps: [{ name: 'create', word: 'ok' }] });
  const error = aComputer({
    status: 'error',
    steps: [aFailedInstall(5, { word: 'ko' }), { name: 'create', word: 'ok' }],
  });
  const learnt = [active, error].reduce<StepWords>((words, each) => learnWords(words, each, '2026-03-15'), {});

  test('means nothing until it was seen where its meaning shows', () => {
    expect([meaningOf('ok', {}), meaningOf('ok', learnt), meaningOf('ko', learnt)]).toEqual([
      'unknown',
      'finished',
      'failed',
    ]);
  });

  test('that was seen to mean both means nothing', () => {
    const both = learnWords(learnt, aComputer({ steps: [{ name: 'install', word: 'ko' }] }), '2026-03-16');

    expect(meaningOf('ko', both)).toBe('unknown');
  });

  test('teaches nothing when it is seen again', () => {
    expect(learnWords(learnt, active, '2026-03-20')).toEqual(learnt);
  });

  test('is named where it is not known', () => {
    expect(unknownWords(aComputer({ steps: [{ word: 'ok' }, { word: 'queued' }] }), learnt)).toEqual(['queued']);
  });

  test('says which step failed where no step has an error', () => {
    const silent = aComputer({
      status: 'error',
      steps: [
        { name: 'create', word: 'ok' },
        { name: 'install-deps', word: 'ko' },
      ],
    });

    expect(judgeComputer(silent, known)).toEqual({ kind: 'failed', isInstall: false });
    expect(judgeComputer(silent, { ...known, words: learnt })).toMatchObject({ isInstall: true, step: { word: 'ko' } });
  });
});

test('a computer hangs when nothing moved on it for as long as the settings say, whatever it is called', () => {
  const provisioning = (startedAtMs: number) =>
    aComputer({
      status: 'provisioning',
      createdAtMs: noonMs - 9 * hourMs,
      steps: [{ name: 'relay', word: '???', startedAtMs }],
    });

  expect(judgeComputer(provisioning(noonMs - hourMs + 1), known).kind).toBe('provisioning');
  expect(judgeComputer(provisioning(noonMs - hourMs), known)).toMatchObject({ kind: 'hangs', step: { name: 'relay' } });
});

test('a moment ahead of now is no sign of life, and what Curfew started lately is', () => {
  const old = { status: 'provisioning', createdAtMs: noonMs - 9 * hourMs } as const;

  expect(judgeComputer(aComputer({ ...old, steps: [{ startedAtMs: noonMs + hourMs }] }), known).kind).toBe('hangs');
  expect(judgeComputer(aComputer(old), { ...known, lastActionAtMs: noonMs - 60_000 }).kind).toBe('provisioning');
});

test('of a computer without a status that is shown nothing is said', () => {
  const { status: _status, ...unsaid } = aComputer();

  expect([judgeComputer(unsaid, known).kind, judgeComputer(aComputer({ status: 'other' }), known).kind]).toEqual([
    'unknown',
    'unknown',
  ]);
});
