import { describe, expect, test } from 'vitest';

import type { Baseline } from '../../../../shared/controls/baseline.ts';
import {
  memoryControlsDecisionStore,
  memoryWatchStateStore,
  memoryRevisionStore,
} from '../../../../shared/controls/store/memory-controls-stores.ts';
import {
  diffRevisions,
  findRevision,
  listRevisions,
  openRevisions,
  readAccepted,
  revisionsUnder,
  showRevision,
} from '../../../../shared/controls/use-cases/read-revisions.ts';
import { partOf } from '../../../support/part-of.ts';
import {
  anAnnouncement,
  anException,
  off,
  offAndMore,
  on,
  rules,
  storedRevisions,
} from '../../application/queries/stored-revisions.ts';

const atMs = Date.parse('2026-03-06T08:00:00.000Z');
const always = { from: '2026-03-01', through: '2026-03-31' };
const baseline: Baseline = {
  settings: { sessionRetentionDays: 90 },
  source: { kind: 'revision', revision: 3 },
  approvedBy: 'ann@acme.example',
  approvedAt: '2026-03-03T09:00:00.000Z',
};

const placesOf = (steps: readonly { readonly series: number; readonly revision: number }[]) =>
  steps.map(({ series, revision }) => `${series}/${revision}`);

describe('a stored revision', () => {
  test('is found by its number in the newest numbering, with its settings and what it changed', async () => {
    const stored = await openRevisions(await storedRevisions(), rules);

    expect(await findRevision(stored, 2)).toMatchObject({
      series: 2,
      revision: 2,
      settings: on,
      changes: [{ path: 'sandbox.enabled', before: false, after: true }],
    });
    expect(await findRevision(stored, 3)).toBeUndefined();
  });

  test('is shown with what is accepted of it', async () => {
    const ports = await storedRevisions();
    const acknowledged = { subject: 'revision/2/1', by: 'kim', at: '2026-03-04T09:00:00.000Z', reason: 'known' };
    await ports.decisions.acknowledge(acknowledged);

    expect(await showRevision(ports, rules, { revision: 1, atMs })).toMatchObject({
      kind: 'shown',
      step: { series: 2, revision: 1, circumstances: { actor: 'not-approved' } },
      accepted: { acknowledgements: [acknowledged], exceptions: [], baseline: undefined, atMs },
      document: { revision: 1, settings: off, acknowledged: { by: 'kim' } },
    });
    expect(await showRevision(ports, rules, { revision: 9, atMs })).toEqual({ kind: 'not-stored' });
  });

  test('is none before the controls are watched', async () => {
    const ports = {
      revisions: memoryRevisionStore(),
      watchState: memoryWatchStateStore(),
      decisions: memoryControlsDecisionStore(),
    };

    expect(await listRevisions(ports, rules, { period: always, countMax: 5, atMs })).toMatchObject({
      steps: [],
      document: [],
    });
    expect(await showRevision(ports, rules, { revision: 1, atMs })).toEqual({ kind: 'not-stored' });
  });

  test('is judged by what is approved and announced', async () => {
    const ports = await storedRevisions();
    await ports.decisions.approveBaseline(baseline, 0);
    await ports.decisions.putAnnouncement(anAnnouncement('a-1', { until: '2026-03-05T00:00:00Z' }));

    const stored = await openRevisions(ports, rules);

    expect(stored.deps.retentionDays).toBe(90);
    expect((await findRevision(stored, 1))?.changes).toMatchObject([{ announced: { id: 'a-1' } }]);
    expect((await findRevision(stored, 2))?.changes[0]).not.toHaveProperty('announced');
  });
});

describe('revisions are listed', () => {
  test('that were made in the period, the newest of them, ascending, without their settings', async () => {
    const ports = await storedRevisions();
    await ports.decisions.putException(anException);
    const period = { from: '2026-03-02', through: '2026-03-04' };

    const all = await listRevisions(ports, rules, { period, countMax: 3, atMs });
    const newest = await listRevisions(ports, rules, { period, countMax: 2, atMs });

    expect(placesOf(all.steps)).toEqual(['1/2', '1/3', '2/1']);
    expect(placesOf(newest.steps)).toEqual(['1/3', '2/1']);
    expect(placesOf(newest.document)).toEqual(['1/3', '2/1']);
    expect(all.steps[0]).not.toHaveProperty('settings');
    expect(all.document[0]).toMatchObject({ exceptions: [{ id: 'e-1' }], severity: 'critical' });
    expect(all.accepted).toEqual({ acknowledgements: [], exceptions: [anException], baseline: undefined, atMs });
  });
});

describe('revisions that were made under an announcement', () => {
  test('are listed by its id, in the order in which they were made', async () => {
    const ports = await storedRevisions();
    const announcements = [
      anAnnouncement('early'),
      anAnnouncement('more', {
        pattern: 'mcpPolicy',
        createdAt: '2026-03-02T00:00:00Z',
        until: '2026-03-03T12:00:00Z',
      }),
      anAnnouncement('later', { createdAt: '2026-03-03T00:00:00Z', until: '2026-03-05T12:00:00Z' }),
      anAnnouncement('unused', { pattern: 'maxAutonomy', until: '2026-03-31T00:00:00Z' }),
    ];
    for (const announcement of announcements) {
      await ports.decisions.putAnnouncement(announcement);
    }

    expect(await revisionsUnder(ports, rules, announcements)).toEqual(
      new Map([
        ['early', [2]],
        ['more', [2, 3]],
        ['later', [3, 1, 2]],
      ]),
    );
  });

  test('are those that were made while one of the given ones was in force', async () => {
    const ports = await storedRevisions();
    const early = anAnnouncement('early');
    const later = anAnnouncement('later', { createdAt: '2026-03-04T00:00:00Z', until: '2026-03-05T00:00:00Z' });
    await ports.decisions.putAnnouncement(early);
    await ports.decisions.putAnnouncement(later);

    expect(await revisionsUnder(ports, rules, [later])).toEqual(new Map([['later', [1]]]));
  });

  test('may have made changes that nobody announced', async () => {
    const ports = await storedRevisions();
    const ofOneField = anAnnouncement('a-1', { pattern: 'mcpPolicy' });
    await ports.decisions.putAnnouncement(ofOneField);

    expect(await revisionsUnder(ports, rules, [ofOneField])).toEqual(new Map([['a-1', [2]]]));
  });

  test('are not looked for where there is none', async () => {
    const ports = await storedRevisions();
    await ports.decisions.putAnnouncement(anAnnouncement('early'));
    ports.revisions.list = async () => Promise.reject(new Error('the revisions were read'));

    expect(await revisionsUnder(ports, rules, [])).toEqual(new Map());
  });
});

test('what is accepted names the approved baseline', async () => {
  const { decisions } = await storedRevisions();
  await decisions.approveBaseline(baseline, 0);

  expect(await readAccepted(partOf({ decisions }), atMs)).toEqual({
    acknowledgements: [],
    exceptions: [],
    baseline,
    atMs,
  });
});

describe('the difference of two sides', () => {
  const compared = ['compared'] as never;
  const diff = () => compared;

  async function sides() {
    const ports = await storedRevisions();
    const { steps } = await listRevisions(ports, rules, { period: always, countMax: 9, atMs });
    const contents = [on, offAndMore, on, off, on];
    return steps.map((step, index) => {
      const settings = contents[index] ?? {};
      return { settings, revision: { ...step, settings } };
    });
  }

  test('is what the next revision changed, as it was judged', async () => {
    const [first, second, third, renumbered] = await sides();
    if (!first || !second || !third || !renumbered) {
      throw new Error('four revisions are stored');
    }

    expect(diffRevisions(diff, first, second)).toBe(second.revision.changes);
    expect(diffRevisions(diff, third, renumbered)).toBe(renumbered.revision.changes);
  });

  test('is compared again between all others, and where a side is no revision', async () => {
    const [first, second, third, renumbered, last] = await sides();
    if (!first || !second || !third || !renumbered || !last) {
      throw new Error('five revisions are stored');
    }
    const file = { settings: on };
    const ofAnotherSeries = { ...second, revision: { ...second.revision, series: 2 } };

    const pairs = [
      [first, third],
      [second, first],
      [first, last],
      [ofAnotherSeries, third],
      [file, first],
      [first, file],
      [file, file],
    ] as const;
    expect(pairs.map(([before, after]) => diffRevisions(diff, before, after))).toEqual(pairs.map(() => compared));
  });
});
