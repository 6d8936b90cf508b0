import { describe, expect, test } from 'vitest';

import { describeStatus } from '../../../../cli/status/describe-status.ts';
import type { StatusDocument } from '../../../../shared/status/contract.ts';
import { styleFor } from '../../../../shared/terminal/style.ts';

const style = styleFor({ isTerminal: false }, {});
const well: StatusDocument = {
  ok: true,
  next: null,
  at: '2026-03-15T09:00:00.000Z',
  dataThrough: '2026-03-14',
  running: true,
  lastRuns: [],
  nextRuns: [],
  stopped: [],
  stoppedNext: [],
  admins: 1,
  budgets: 1,
  pools: [],
  held: [],
  alerts: [],
  alertRows: [],
  muted: 0,
  late: [],
  undelivered: [],
  roster: { people: 3, joined: 0, left: 0, returned: 0, emailChanged: 0, twins: 0, uncappable: 0 },
  ending: [],
  counts: {
    stopped: 0,
    stoppedNext: 0,
    pools: 0,
    unbounded: 0,
    held: 0,
    alerts: 0,
    alertRows: 0,
    undelivered: 0,
    bySeverity: {},
  },
};

function linesOf(status: Partial<StatusDocument>): readonly string[] {
  return describeStatus({ ...well, ...status }, style).split('\n');
}

function aStop(name: string, over: Partial<StatusDocument['stopped'][number]> = {}): StatusDocument['stopped'][number] {
  const email = `${name}@acme.example`;
  const by = { by: 'budget', scope: 'team:web', window: 'month', until: '2026-04-01T00:00:00.000Z' } as const;
  return { email, userId: name, team: null, ...by, limit: 5, used: 5, ...over };
}

describe('the status in words', () => {
  test('says how many people are on the roster, and what became of it in seven days', () => {
    const quiet = linesOf({}).join('\n');
    const roster = { people: 250, joined: 3, left: 1, returned: 0, emailChanged: 0, twins: 1, uncappable: 2 };

    expect(quiet).toMatch(/Roster\n {2}3 people; .*nothing changed\n/u);
    expect(linesOf({ roster }).join('\n')).toMatch(
      /Roster\n {2}250 people; .* 3 joined, 1 left\n {2}2 cannot.*\n {2}1 address that/u,
    );
  });

  test('begins with all is well, or with the one thing to do and its command', () => {
    expect(linesOf({})[0]).toBe('All is well.');
    const about = { kind: 'plan', id: '3f9a' } as const;
    const next = { what: 'A plan waits', command: 'npx curfew approve 3f9a', about };
    expect(linesOf({ ok: false, next }).slice(0, 2)).toEqual(['Do next: A plan waits', '  npx curfew approve 3f9a']);
  });

  test('says that no admin is set, and the command that names one', () => {
    const text = linesOf({ admins: 0 }).join('\n');

    expect(text).toContain(
      'No admin is set: no one is notified of guards and failures.\n  npx curfew settings set admins',
    );
    expect(linesOf({}).join('\n')).not.toContain('admin');
  });

  test('does not say that all is well while people are stopped, though nobody has to do anything', () => {
    const [first] = linesOf({ stopped: [aStop('ana'), aStop('bo')] });

    expect(first).toMatch(/^Nothing urgent: 2 people are stopped/u);
  });

  test('takes one line for each thing of which there is nothing to say', () => {
    expect(linesOf({})).toEqual(
      expect.arrayContaining(['Stopped: no one', 'Held: nothing', 'Alerts: none', 'Late: nothing']),
    );
  });

  test('gathers who is stopped by what stops them, the most first, and names the first of each', () => {
    const own = aStop('own', { scope: 'user:own@acme.example' });
    const freed = aStop('freed', { by: null, scope: null, window: null, until: null });
    const stopped = [own, freed, ...['a', 'b', 'c', 'd', 'e'].map((name) => aStop(name))];

    const lines = linesOf({ stopped, stoppedNext: ['z@acme.example'] });

    expect(lines).toContain(
      '  5 people by team:web month until 1 Apr: a@acme.example, b@acme.example, c@acme.example and 2 more',
    );
    expect(lines).toContainEqual(
      expect.stringMatching(/^ {2}1 person by their monthly budget until 1 Apr: own@acme\.example$/u),
    );
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}1 person until .*: freed@acme\.example$/u));
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}1 more .*: z@acme\.example$/u));
  });

  test('says of whom a held plan would stop that it waits, and not that the next run stops them', () => {
    const hold = { guard: 'blast-radius', reason: 'stops many', since: '2026-03-15T02:30:00.000Z' };
    const lastOf = (plan: string | null) =>
      linesOf({ stoppedNext: ['z@acme.example'], held: [{ ...hold, plan }] }).find((line) => line.includes('z@acme'));

    expect(lastOf('p-1')).toBe('  1 more once the plan is approved: z@acme.example');
    expect(lastOf(null)).toBe('  1 more once limits are not held any more: z@acme.example');
  });

  test('stays short however much there is, and says where the rest is', () => {
    const late = Array.from({ length: 30 }, (_, index) => ({ job: 'enforce', dueAt: '', detail: `late ${index}` }));

    const lines = linesOf({ late });

    expect(lines.filter((line) => line.includes('late')).length).toBe(5);
    expect(lines).toContain('  and 25 more: npx curfew status --json');
  });

  test('of an installation that is not started says how to start it', () => {
    expect(linesOf({ running: false })).toContainEqual(expect.stringMatching(/^Nothing runs .*: npm start$/u));
  });
});
