import { expect, test } from 'vitest';

import type { CapPlan } from '../../../../shared/caps/cap-plan.ts';
import type { SetCap } from '../../../../shared/caps/cap.ts';
import { noShares } from '../../../../shared/caps/shares/divide-shares.ts';
import { holdForAheadMark, holdForReach } from '../../../../shared/enforcement/guards.ts';
import { failedOutcome, heldOutcome } from '../../../../shared/kernel/runs/outcome.ts';
import { renderText } from '../../../../shared/mail/render/render-text.ts';
import { describeRun, type RunFacts } from '../../../../shared/mail/run/describe-run.ts';
import { observationOf } from '../../../../shared/notifications/observation.ts';
import { anOutcome, someUsage } from '../../../support/domain-samples.ts';
import { aSummary } from './a-summary.ts';

const ann: SetCap = {
  kind: 'set',
  userId: 'ann',
  email: 'ann@acme.example',
  fromCredits: undefined,
  limitCredits: 1_234_567,
  reason: 'no-limit-yet',
  binding: { scope: { kind: 'default' }, window: 'month', usedCredits: 1_234_567, headroomCredits: 0 },
};
const plan: CapPlan = {
  day: '2026-03-15',
  dataThrough: '2026-03-14',
  decisions: [ann],
  uncappable: [],
  shares: noShares,
};

const anObservation = observationOf({
  topic: 'budget-ending',
  key: 'a',
  fingerprint: '1',
  severity: 'high',
  headline: 'A limit could not be set',
  details: [],
});

function told(said: Partial<RunFacts>): string {
  const content = describeRun({
    ...aSummary,
    ...said,
  });
  return `${content.subject}\n${renderText(content)}`;
}

test('a summary contains how many caps changed, on which figures, and each with before and after', () => {
  const text = told({
    plan,
    usage: someUsage({ ann: 1_234_567 }),
    outcome: anOutcome({ dataThrough: '2026-03-14', capsChanged: 1 }),
    changes: [ann],
  });

  expect(text).toContain('Curfew 15 Mar: 1 cap changed');
  expect(text).toContain('figures through 14 Mar');
  expect(text).toMatch(/ann@acme\.example\s+Before: none\s+Limit now: 1,234,567/u);
  expect(text).toContain('1,234,567 credits');
});

test('the mail about a held plan contains what it would change, why it is held and what to do', () => {
  const held = holdForReach('c0ffee', ['it lowers 4 of 10 caps, more than 30 %']);

  const text = told({ notice: { kind: 'plan-held', noticeId: 'held-plan/c0ffee' }, plan, outcome: heldOutcome(held) });

  expect(text).toContain('held for approval');
  expect(text).toContain('4 of 10 caps, more than 30 %');
  expect(text).toContain('What it would change');
  expect(text).toMatch(/ann@acme\.example\s+Before: none\s+Limit then: 1,234,567/u);
  expect(text).toContain('curfew approve c0ffee');
  expect(text).toContain('curfew reject c0ffee');
});

test.for(['plan-held', 'held'] as const)('the mail of a %s run says what did not wait, and why', (kind) => {
  const held = { ...heldOutcome(holdForReach('c0ffee', ['it lowers 4 of 10 caps'])), capsChanged: 1 };

  const text = told({ notice: { kind, noticeId: 'held' }, plan, outcome: held, changes: [ann] });

  expect(text).toContain('1 cap that could not wait');
  expect(text).toMatch(/1 limit did not wait.*an edit gives/u);
  expect(text).not.toMatch(/no cap was changed|not sent/iu);
});

test.for([
  ['failed', 'refused, the old cap stays in force'],
  ['unknown', 'unknown, sent again by the next run'],
] as const)('a cap that %s is shown with what happened and why', ([kind, words]) => {
  const text = told({
    plan,
    outcome: anOutcome({ status: 'partial', capsFailed: 1, dataThrough: '2026-03-14' }),
    outcomes: new Map([['ann', { kind, problem: 'no such user' }]]),
  });

  expect(text).toContain('0 caps changed, 1 failed');
  expect(text).toContain(words);
  expect(text).toContain('no such user');
});

test('users who cannot be capped are named with the credits at stake, the most first', () => {
  const uncappable = [
    { userId: 'u-little', reason: 'no-email' as const, creditsAtStake: { platform: 5 } },
    { userId: 'u-much', reason: 'not-on-roster' as const, creditsAtStake: { platform: 5_000 } },
  ];

  const text = told({ plan: { ...plan, uncappable } });

  expect(text.indexOf('u-much')).toBeLessThan(text.indexOf('u-little'));
  expect(text).toContain('5,000');
});

test('of very many changes twenty are shown and the rest counted', () => {
  const changes = Array.from({ length: 25 }, (_, index) => ({
    ...ann,
    userId: `u-${index}`,
    email: `u-${index}@acme.example`,
  }));

  const text = told({ changes });

  // Twenty rows, and five names in the line about what changed.
  expect(text.match(/@acme\.example/gu)).toHaveLength(25);
  expect(text).toContain('and 5 more');
});

test('problems, cleared days and mails that may be lost are reported', () => {
  const text = told({
    outcome: anOutcome({ problems: ['The budget "x" is not valid'] }),
    clearedDays: ['2026-03-12'],
    unknownMails: [
      { to: 'admin@acme.example', subject: 'Curfew 14 Mar: 3 caps changed', writtenAt: '2026-03-14T02:31:00.000Z' },
    ],
  });

  expect(text).toContain('budget "x" is not valid');
  expect(text).toMatch(/2026-03-12 .* complete now/u);
  expect(text).toContain('Curfew 14 Mar: 3 caps changed');
});

test('of very many problems the mail says how many it left out', () => {
  const problems = Array.from({ length: 30 }, (_, index) => `The budget number ${index} is not valid`);

  expect(told({ outcome: anOutcome({ problems }) })).toContain('and 10 more');
});

test('the mail about a held run says what is in doubt and that nothing was changed', () => {
  const detail = '2026-03-14 is not complete: never read. No cap was changed; the caps that stand go on protecting';

  const text = told({
    notice: { kind: 'held', noticeId: 'held/x' },
    outcome: heldOutcome({ guard: 'trust-gate', detail }),
  });

  expect(text).toContain('caps held');
  expect(text).toContain('What to do');
  expect(text).toContain(detail);
});

test('the mail about a run that a wrong clock holds says until when, what goes on and what to look at', () => {
  const until = '2026-03-15T18:00:00.000Z';

  const text = told({
    notice: { kind: 'clock-held', noticeId: 'held/x' },
    outcome: heldOutcome(holdForAheadMark(until)),
  });

  expect(text).toContain('caps held, a clock was wrong');
  expect(text).toContain('Check the clock of the machine that Curfew runs on');
  expect(text).toContain(`runs change limits again from ${until}.`);
  expect(text).toContain(
    'Cuts that a guaranteed budget needs, and what an edit gives the people it names, apply at once',
  );
});

test('the mail about a failed run says that the current caps stay in force', () => {
  const text = told({
    notice: { kind: 'failed', noticeId: 'failed/x' },
    outcome: anOutcome({ status: 'failed', problems: ['GET /tokens: 503'] }),
  });

  expect(text).toContain('the nightly run failed');
  expect(text).toContain('stay in force');
  expect(text).toContain('GET /tokens: 503');
});

test('caps that were not set come before those that were', () => {
  const bob = { ...ann, userId: 'bob', email: 'bob@acme.example' };

  const text = told({
    plan: { ...plan, decisions: [ann, bob] },
    outcome: anOutcome({ status: 'partial', capsFailed: 1, dataThrough: '2026-03-14' }),
    outcomes: new Map([['ann', { kind: 'failed', problem: 'no such user' }]]),
    changes: [bob],
  });

  expect(text.indexOf('Caps that were not set')).toBeLessThan(text.indexOf('Changed limits'));
});

test('a run that failed before it read anything does not say that there are no figures', () => {
  const text = told({
    notice: { kind: 'failed', noticeId: 'failed/2026-03-15' },
    outcome: failedOutcome('the platform did not answer'),
  });

  expect(text).toContain('did not answer');
  expect(text).not.toContain('Data through');
});

test('the subject counts open alerts as pages do: each once, those that need action, and no ended ones', () => {
  const notificationOf = (
    conditionId: string,
    severity: 'low' | 'high',
    kind: 'condition-raised' | 'condition-resolved' = 'condition-raised',
  ) => ({
    kind: 'condition' as const,
    notificationId: `${conditionId} ${kind}`,
    recipient: 'admin@acme.example',
    severity,
    at: aSummary.run.at,
    role: 'admin' as const,
    askWhom: [],
    event: { kind, eventId: conditionId, conditionId, observation: { ...anObservation, key: conditionId } },
  });
  const [high, low] = [notificationOf('a', 'high'), notificationOf('b', 'low')];
  const over = notificationOf('c', 'high', 'condition-resolved');

  expect(told({ notifications: [high, { ...high, notificationId: 'again' }, low, over] })).toMatch(
    /^Curfew 15 Mar: 0 caps changed, 2 alerts \(1 needs action\)\n/u,
  );
  expect(told({ notifications: [low] })).toMatch(/^Curfew 15 Mar: 0 caps changed, 1 alert \(for information\)\n/u);
  expect(told({ notifications: [over] })).toMatch(/^Curfew 15 Mar: 0 caps changed\n/u);
});
