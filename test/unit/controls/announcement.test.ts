import { describe, expect, test } from 'vitest';

import { diffControls } from '../../../shared/control-diff/diff-controls.ts';
import { type Announcement, decideAnnouncement } from '../../../shared/controls/announcement.ts';
import type { JsonObject } from '../../../shared/controls/json.ts';
import { recordedChange } from '../../../shared/evidence/recorded-change.ts';

const announcement: Announcement = {
  id: 'a-1',
  pattern: 'sandbox.network',
  values: [],
  ticket: 'SEC-12',
  note: '',
  until: '2026-03-20T00:00:00Z',
  createdBy: 'ann',
  createdAt: '2026-03-10T00:00:00Z',
  version: 1,
};

const domains = (...allowedDomains: readonly string[]): JsonObject => ({
  sandbox: { enabled: true, network: { allowedDomains } },
});

/** At night, by somebody who is not approved, of whom both raise what is loosened. */
function told(before: JsonObject, after: JsonObject, given: Partial<Announcement> & { readonly made?: string } = {}) {
  const { made = '2026-03-15T02:00:00Z', ...said } = given;
  const actor = { email: 'Eve@acme.example' };
  const judge = { actor, isApproved: false, isWithinWorkingHours: false };
  const announcements = [{ ...announcement, ...said }];
  return diffControls(before, after, { ...judge, announcements, madeAtMs: Date.parse(made) });
}

const [from, to] = [domains('a.example'), domains('a.example', 'b.example')];

test('a change that was announced says so, with its ticket, and no circumstances raise it', () => {
  const [alone] = diffControls(from, to);
  const [unannounced] = told(from, to, { pattern: 'mcpPolicy' });

  const [change] = told(from, to);

  expect(change).toEqual({
    ...alone,
    announced: { id: 'a-1', ticket: 'SEC-12', by: 'ann', until: announcement.until },
  });
  expect(unannounced?.severity).not.toBe(alone?.severity);
});

test.each<[string, Partial<Announcement> & { readonly made?: string }, string]>([
  ['of another direction', { direction: 'tightened' }, 'it is loosened, not tightened'],
  ['by somebody else', { by: 'ann@acme.example' }, 'another person made it'],
  ['at its end', { made: '2026-03-20T00:00:00Z' }, 'after the time that was announced'],
  ['before it was announced', { made: '2026-03-09T23:59:59Z' }, 'before it was announced'],
  ['after it was taken back', { endedAt: '2026-03-14T00:00:00Z' }, 'taken back before'],
  ['of another value', { values: ['c.example'] }, 'it is another value'],
])('a change %s is reported in full, and why it is not as announced', (_, given, reason) => {
  const [change] = told(from, to, given);

  expect(change).toMatchObject({ severity: told(from, to, { pattern: 'mcpPolicy' })[0]?.severity });
  expect(change?.announced).toBeUndefined();
  expect(change?.notes.at(-1)).toContain(reason);
});

test('a change at a path that was not announced is reported as ever, without a word on the announcement', () => {
  expect(told(from, to, { pattern: 'sandbox.filesystem' })).toEqual(told(from, to, { pattern: 'mcpPolicy' }));
});

test.each(['eve@acme.example', undefined])('who makes it may be named or not: %s', (by) => {
  const [change] = told(from, to, by === undefined ? {} : { by });

  expect(change?.announced?.ticket).toBe('SEC-12');
});

describe('of a list that was announced in part', () => {
  const wider = domains('a.example', 'b.example', '*');

  test('what goes beyond is reported for itself, with its own severity, beside what was announced', () => {
    const changes = told(from, wider, { values: ['b.example'] });

    expect(changes.map(({ added, announced }) => [added, announced?.ticket])).toEqual([
      [['*'], undefined],
      [['b.example'], 'SEC-12'],
    ]);
    expect(changes[0]?.severity).toBe('critical');
    expect(changes[1]?.severity).toBe(diffControls(from, to)[0]?.severity);
    expect(changes[0]?.notes.at(-1)).toContain('SEC-12 by ann: b.example');
  });

  test('all of it is announced when all of it was said', () => {
    const changes = told(from, wider, { values: ['b.example', '*'] });

    expect(changes.map(({ added, announced }) => [added, announced?.ticket])).toEqual([
      [['*', 'b.example'].toSorted(), 'SEC-12'],
    ]);
  });
});

test('the new value of a switch can be announced', () => {
  const [on, off] = [{ sandbox: { enabled: true } }, { sandbox: { enabled: false } }];

  expect(told(on, off, { pattern: 'sandbox.enabled', values: ['false'] })[0]?.announced?.ticket).toBe('SEC-12');
  expect(told(on, off, { pattern: 'sandbox.enabled', values: ['true'] })[0]?.announced).toBeUndefined();
});

test('the evidence of a change names the announcement that it was made under', () => {
  const [change] = told(from, to);

  expect(change && recordedChange(change).announced).toEqual({ id: 'a-1', ticket: 'SEC-12' });
});

test.each([
  [{ pattern: '*' }, 'pattern'],
  [{ pattern: '' }, 'pattern'],
  [{ ticket: '' }, 'ticket'],
  [{ by: 'ann' }, 'by'],
  [{ until: '2026-03-09T00:00:00Z' }, 'until'],
  [{ until: 'tomorrow' }, 'until'],
  [{ until: '2028-01-01T00:00:00Z' }, 'until'],
])('an order with %j is refused, naming the field', (given, field) => {
  const { id: _id, createdBy: _by, createdAt: _at, version: _version, ...order } = { ...announcement, ...given };

  const decision = decideAnnouncement(order, Date.parse('2026-03-10T00:00:00Z'));

  expect(decision.kind === 'refused' ? decision.problems.map((each) => each.field) : []).toContain(field);
});
