import { describe, expect, test } from 'vitest';

import { catalogue } from '../../../../shared/control-diff/catalogue/catalogue.ts';
import { compareControls, controlNames } from '../../../../shared/control-diff/catalogue/control-names.ts';
import type { Link } from '../../../../shared/evidence/chain.ts';
import { evidenceExport } from '../../../../shared/evidence/export/evidence-export.ts';
import { reportRows } from '../../../../shared/evidence/export/report-rows.ts';
import { aRecord, aRecordedChange, aStep } from '../../../support/evidence-records.ts';

function linkOf(kind: Link['kind'], body: Link['body'], seq = 8): Link {
  return { seq, kind, body, at: '2026-03-14T11:00:00Z', previousHash: '0'.repeat(64), hash: 'f'.repeat(64) };
}

function rowOf(links: readonly Link[], announced?: { readonly id: string; readonly ticket: string }) {
  const change = { ...aRecordedChange(), ...(announced && { announced }) };
  return reportRows(aRecord({ links, steps: [aStep({ changes: [change] })] })).changes[0];
}

describe('the controls of frameworks', () => {
  test('every id that a setting prints has a name', () => {
    const ids = new Set(catalogue.flatMap(({ controlIds }) => controlIds));

    expect([...ids].filter((id) => !Object.hasOwn(controlNames, id))).toEqual([]);
  });

  test('every control that has a name is spoken to by some setting', () => {
    const ids = new Set(catalogue.flatMap(({ controlIds }) => controlIds));

    expect(Object.keys(controlNames).filter((id) => !ids.has(id))).toEqual([]);
  });

  test('they are listed framework by framework, each by its numbers', () => {
    expect(['PR.AA-05', 'A.8.12', 'A.8.9', 'CC8.1', 'CC6.1'].toSorted(compareControls)).toEqual([
      'CC6.1',
      'CC8.1',
      'A.8.9',
      'A.8.12',
      'PR.AA-05',
    ]);
  });
});

describe('the index of an export by control', () => {
  test('names each control with its settings, and what changed of them; none is an answer as well', () => {
    const { controls } = reportRows(aRecord());

    expect(controls).toContainEqual({
      framework: 'ISO 27001:2022',
      control: 'A.8.9',
      name: 'Configuration management',
      settings: expect.arrayContaining(['sandbox', 'sessionRetentionDays']),
      changes: 1,
      loosened: 1,
      openLoosenings: 1,
      revisions: ['2'],
    });
    expect(controls.find(({ control }) => control === 'PR.DS-02')).toMatchObject({ changes: 0, revisions: [] });
  });

  test('a control of an earlier catalogue is listed under its id', () => {
    const steps = [aStep({ changes: [aRecordedChange({ controlIds: ['X.1'] })] })];

    const { controls } = reportRows(aRecord({ steps }));

    expect(controls).toContainEqual(expect.objectContaining({ control: 'X.1', name: '', changes: 1 }));
  });
});

test('an export names organization, platform, exporter and the approved changers', () => {
  const { facts } = reportRows(aRecord());

  expect(Object.fromEntries(facts.map(({ fact, text }) => [fact, text]))).toMatchObject({
    Organization: 'acme',
    Platform: 'platform.example',
    Exported: '2026-04-01T08:00:00Z by ann@acme.example',
    'Approved changers': 'ada@example.com',
  });
  const page = evidenceExport(aRecord()).files.find(({ name }) => name === 'report.html');
  expect(page?.text).toMatch(/an aid for the person who gathers evidence, and\s+no\s+certificate/u);
});

describe('a change is authorized', () => {
  const acknowledged = { subject: 'revision/1/2', by: 'ada@example.com', at: '2026-03-14T11:00:00Z', reason: 'ok' };

  test('by nobody, where nobody accepted it', () => {
    expect(rowOf([])).toMatchObject({ authorized: 'no', ownChange: [] });
  });

  test('after the fact, by an acknowledgement; who acknowledged the own change is marked', () => {
    expect(rowOf([linkOf('acknowledged', { ...acknowledged, ownChange: 'yes' })])).toMatchObject({
      authorized: 'after',
      ownChange: ['yes'],
    });
    expect(rowOf([linkOf('acknowledged', acknowledged)])).toMatchObject({ ownChange: ['unknown'] });
  });

  test('before the fact, by an announcement or an exception of before', () => {
    const announced = { announcementId: 'n1', createdBy: 'bob', createdAt: '2026-03-13T09:00:00Z', ticket: 'T-1' };
    const exception = {
      exceptionId: 'e1',
      pattern: 'sandbox',
      from: '2026-03-01T00:00:00Z',
      expires: '2026-04-30T00:00:00Z',
      createdBy: 'bob',
      createdAt: '2026-03-01T00:00:00Z',
      owner: 'bob',
      ticket: 'T-2',
      reason: 'move',
    };

    expect(rowOf([linkOf('announced', announced)], { id: 'n1', ticket: 'T-1' })).toMatchObject({
      authorized: 'before',
    });
    expect(rowOf([linkOf('exception', exception)])).toMatchObject({ authorized: 'before' });
    expect(rowOf([linkOf('exception', { ...exception, createdAt: '2026-03-20T00:00:00Z' })])).toMatchObject({
      authorized: 'after',
    });
  });
});
