import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStorage } from '../../../local/open-storage.ts';
import { dynamoLeaseStore } from '../../../shared/adapters/dynamo/dynamo-lease-store.ts';

const claim = { nowMs: Date.parse('2026-03-15T02:30:00Z'), durationMs: 600_000 };

test('a lease of a run that was killed ends with it; one at an engine that runs on does not', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'curfew-storage-'));
  const file = join(dir, 'tables.sqlite');
  try {
    const killed = await openStorage({ file });
    await dynamoLeaseStore(killed.dynamo, killed.tables.leases).acquire('limits', { ...claim, owner: 'killed' });
    await killed.close();
    const next = await openStorage({ file });

    const first = await dynamoLeaseStore(next.dynamo, next.tables.leases).acquire('limits', {
      ...claim,
      owner: 'next',
    });
    const joined = await openStorage({ endpoint: next.endpoint });
    const second = await dynamoLeaseStore(joined.dynamo, joined.tables.leases).acquire('limits', {
      ...claim,
      owner: 'another',
    });
    await joined.close();
    await next.close();

    expect(first).toMatchObject({ kind: 'acquired', lease: { owner: 'next', fence: 2 } });
    expect(second).toMatchObject({ kind: 'held' });
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
