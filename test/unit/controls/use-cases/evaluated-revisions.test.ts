import { describe, expect, test } from 'vitest';

import { diffControls } from '../../../../shared/control-diff/diff-controls.ts';
import { latestVersion, revisionText } from '../../../../shared/controls/history/revision-entry.ts';
import type { JsonObject } from '../../../../shared/controls/json.ts';
import { memoryRevisionStore } from '../../../../shared/controls/store/memory-controls-stores.ts';
import {
  everyStoredStep,
  findStoredStep,
  revisionSource,
  evaluateRevision,
} from '../../../../shared/controls/use-cases/evaluated-revisions.ts';
import type { ReportDeps } from '../../../../shared/controls/use-cases/judge-revision.ts';
import { storedContents } from '../../../../shared/evidence/use-cases/verify-controls.ts';
import { anEntry, aRevision } from '../../../support/controls-samples.ts';

const on: JsonObject = { sandbox: { enabled: true } };
const off: JsonObject = { sandbox: { enabled: false } };

/** Revisions 1 to 3 of one numbering, and 1 and 2 of the next. */
async function aStore(): Promise<ReportDeps> {
  const revisions = memoryRevisionStore();
  const stored = [
    [1, 1, on, '2026-03-01T08:00:00.000Z'],
    [1, 2, off, '2026-03-02T08:00:00.000Z'],
    [1, 3, on, 'once'],
    [2, 1, off, '2026-03-04T08:00:00.000Z'],
    [2, 2, on, '2026-03-05T08:00:00.000Z'],
  ] as const;
  for (const [series, number, settings, updatedAt] of stored) {
    const revision = aRevision(number, { settings, updatedAt });
    await revisions.put(anEntry([revision], series), revision);
  }
  return { revisions, diff: diffControls, policy: { approvedChangers: ['ann@acme.example'] } };
}

const known = { series: 2, predecessor: { series: 1, revision: 3 } };

describe('stored steps', () => {
  test('are listed one numbering after the other, the first of each after the last before it', async () => {
    const deps = await aStore();

    const told = await Array.fromAsync(everyStoredStep(deps, known), ({ entry, previous }) => [
      `${entry.series}/${entry.revision}`,
      previous === undefined ? undefined : `${previous.series}/${previous.revision}`,
    ]);

    expect(told).toEqual([
      ['1/1', undefined],
      ['1/2', '1/1'],
      ['1/3', '1/2'],
      ['2/1', '1/3'],
      ['2/2', '2/1'],
    ]);
  });

  test('go on from numbering to numbering, however often it began again', async () => {
    const deps = await aStore();
    const revision = aRevision(1, { settings: off, updatedAt: '2026-03-06T08:00:00.000Z' });
    await deps.revisions.put(anEntry([revision], 3), revision);

    const again = { series: 3, predecessor: { series: 2, revision: 2 } };
    const firsts = await Array.fromAsync(everyStoredStep(deps, again), ({ entry, previous }) => [
      `${entry.series}/${entry.revision}`,
      previous === undefined ? undefined : `${previous.series}/${previous.revision}`,
    ]);

    expect(firsts.filter(([entry]) => entry?.endsWith('/1'))).toEqual([
      ['1/1', undefined],
      ['2/1', '1/3'],
      ['3/1', '2/2'],
    ]);
  });

  test('are found by number in the newest numbering only', async () => {
    const deps = await aStore();

    const [found, missing] = [await findStoredStep(deps, known, 2), await findStoredStep(deps, known, 3)];

    expect(found?.entry.series).toBe(2);
    expect(missing).toBeUndefined();
  });

  test('are judged by who made them: somebody who is not approved makes a change graver', async () => {
    const deps = await aStore();
    const step = await findStoredStep(deps, known, 1);

    const judged = step === undefined ? undefined : await evaluateRevision(deps, step);

    expect(judged).toMatchObject({ circumstances: { actor: 'not-approved' }, settings: off });
    expect(judged?.changes[0]).toMatchObject({ path: 'sandbox.enabled', direction: 'loosened', severity: 'critical' });
  });

  test('name the step before them and say what has changed since', async () => {
    const deps = await aStore();
    const [first, , , renumbered] = await Array.fromAsync(everyStoredStep(deps, known), async (step) =>
      evaluateRevision(deps, step),
    );

    expect(first).not.toHaveProperty('previous');
    expect(first?.changes).toEqual([]);
    expect(renumbered).toMatchObject({
      previous: { series: 1, revision: 3 },
      changes: [{ path: 'sandbox.enabled', before: true, after: false }],
    });
  });

  test('follow the revision that was the last to be handled of the numbering before', async () => {
    const again = { series: 2, predecessor: { series: 1, revision: 2 } };

    const told = await Array.fromAsync(everyStoredStep(await aStore(), again), ({ entry, previous }) => [
      `${entry.series}/${entry.revision}`,
      previous?.revision,
    ]);

    expect(told).toContainEqual(['2/1', 2]);
  });

  test('of the only numbering begin with nothing before', async () => {
    const told = await Array.fromAsync(everyStoredStep(await aStore(), { series: 1 }), ({ previous }) => previous);

    expect(told.map((previous) => previous?.revision)).toEqual([undefined, 1, 2]);
  });

  test('are exported by the day on which they were made, or first seen when that is no instant', async () => {
    const source = revisionSource(await aStore(), known);
    const period = { from: '2026-03-02', through: '2026-03-04' };

    const steps = await Array.fromAsync(source.steps(period), ({ series, revision }) => `${series}/${revision}`);

    expect(steps).toEqual(['1/2', '1/3', '2/1']);
  });

  test('are judged for an export when they are asked for, and their settings read', async () => {
    const deps = await aStore();
    const source = revisionSource(deps, known);
    const [step] = await Array.fromAsync(source.steps({ from: '2026-03-02', through: '2026-03-02' }));
    const [entry] = await deps.revisions.find(1, [2]);
    const content = entry && (await deps.revisions.read(entry, latestVersion(entry).digest));

    expect(step).toMatchObject({ series: 1, revision: 2, digest: entry && latestVersion(entry).digest });
    expect(await step?.judge()).toMatchObject({ revision: 2, changes: [{ path: 'sandbox.enabled' }] });
    expect(step && (await source.textOf(step))).toBe(content && revisionText(content));
    expect(await source.textOf({ series: 1, revision: 9, digest: step?.digest ?? '' })).toBeUndefined();
  });
});

test('a stored revision gives the digest of its content, and none when it is not there', async () => {
  const { revisions } = await aStore();
  const contents = storedContents(revisions);
  const [entry] = await revisions.find(1, [2]);
  const digest = entry === undefined ? '' : latestVersion(entry).digest;

  expect(await contents.digestOf({ series: 1, revision: 2, digest })).toBe(digest);
  expect(await contents.digestOf({ series: 1, revision: 9, digest })).toBeUndefined();
});
