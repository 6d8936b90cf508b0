import { expect, test } from 'vitest';

import type { KeptPage } from '../../../../shared/digest/digest-pages.ts';
import { listDigests, showDigest } from '../../../../shared/digest/use-cases/read-digests.ts';
import { memoryDigestStore } from '../../../../shared/kernel/runs/store/memory-watcher-stores.ts';

function aPage(dueOn: string, teams?: readonly string[], subject = 'A week'): KeptPage {
  return {
    scope: teams === undefined ? 'org' : `team:${teams.join(',')}`,
    ...(teams !== undefined && { teams }),
    recipients: ['ann@acme.example'],
    content: { subject, tone: 'report', lead: 'So much', sections: [], foot: [] },
    dueOn,
    week: { from: '2026-03-02', through: '2026-03-08' },
    writtenBy: `digest-${dueOn}`,
    at: `${dueOn}T07:00:00.000Z`,
  };
}

async function withPages(pages: readonly KeptPage[]) {
  const digests = memoryDigestStore();
  await Promise.all(pages.map(async (page) => digests.keep(page)));
  return digests;
}

const pages = [aPage('2026-03-09', ['web']), aPage('2026-03-09'), aPage('2026-03-16', ['core', 'web'])];

test('digests are listed with the newest first, and of one day with that of the organization first', async () => {
  const rows = await listDigests(await withPages(pages));

  expect(rows.map(({ dueOn, scope }) => `${dueOn} ${scope}`)).toEqual([
    '2026-03-16 team:core,web',
    '2026-03-09 org',
    '2026-03-09 team:web',
  ]);
});

test('an owner of teams sees the pages that are about these alone', async () => {
  const digests = await withPages(pages);

  expect((await listDigests(digests, ['web'])).map(({ scope }) => scope)).toEqual(['team:web']);
  expect(await showDigest(digests, { dueOn: '2026-03-16', scope: 'team:core,web' }, ['web'])).toBeUndefined();
  expect(await showDigest(digests, { dueOn: '2026-03-09', scope: 'org' }, ['web'])).toBeUndefined();
  expect(await showDigest(digests, { dueOn: '2026-03-16', scope: 'team:core,web' }, ['web', 'core'])).toBeDefined();
});

test('a digest is shown without letters that hide or turn others', async () => {
  const digests = await withPages([aPage('2026-03-09', undefined, 'A\u202Eweek')]);

  expect(await showDigest(digests, { dueOn: '2026-03-09', scope: 'org' })).toMatchObject({
    subject: 'A week',
    content: { subject: 'A week' },
  });
});
