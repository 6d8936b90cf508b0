import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { useEmulator } from '../support/emulator.ts';

// Written by hand from platform-api.md, "Readiness report".
const Report = z.strictObject({
  reportId: z.uuid(),
  createdAt: z.number(),
  repoUrl: z.string(),
  apps: z.record(z.string(), z.strictObject({ description: z.string() })),
  report: z.record(
    z.string(),
    z.strictObject({ numerator: z.number().min(0), denominator: z.number().min(1), rationale: z.string() }),
  ),
  commitHash: z.string().optional(),
  branch: z.string().optional(),
  hasLocalChanges: z.boolean().optional(),
  hasNonRemoteCommits: z.boolean().optional(),
  modelUsed: z.strictObject({ id: z.string(), reasoningEffort: z.enum(['low', 'medium', 'high', 'off']) }).optional(),
  agentVersion: z.string().optional(),
});
const Reports = z.strictObject({ reports: z.array(Report) });
const path = '/api/organization/maturity-level-reports';
const pagesMax = 100;

const emulator = useEmulator({ users: 60 });

async function reportsOf(query: string): Promise<z.output<typeof Report>[]> {
  return (await emulator.call('GET', `${path}${query}`)).read(Reports).reports;
}

/** Follows the three pagination rules of the document until a page is empty. */
async function walk(query: string): Promise<z.output<typeof Report>[]> {
  const reports: z.output<typeof Report>[] = [];
  for (let page = 0; page < pagesMax; page += 1) {
    const last = reports.at(-1);
    const next = await reportsOf(`?${query}${last === undefined ? '' : `&startAfter=${last.reportId}`}`);
    if (next.length === 0) {
      break;
    }
    reports.push(...next);
  }
  return reports;
}

describe('GET maturity-level-reports', () => {
  test('pages by startAfter without loss or repetition', async () => {
    const all = await reportsOf('?limit=1000');

    const walked = await walk('limit=7');

    expect(all.length).toBeGreaterThan(40);
    expect(walked).toEqual(all);
    expect(new Set(all.map(({ reportId }) => reportId)).size).toBe(all.length);
  });

  test('gives twenty by default, and at most a thousand whatever is asked for', async () => {
    expect(await reportsOf('')).toHaveLength(20);
    expect((await reportsOf('?limit=99999999999999999999')).length).toBeGreaterThan(20);
  });

  test('filters by repository id, over the pages too', async () => {
    const billing = await walk('limit=3&repoId=acme/billing');

    expect(billing.length).toBeGreaterThan(3);
    expect(new Set(billing.map(({ repoUrl }) => repoUrl))).toEqual(new Set(['https://git.acme.example/acme/billing']));
    expect(await reportsOf('?repoId=nobody/nothing')).toEqual([]);
  });

  test.each(['limit=0', 'limit=-1', 'limit=1.5', 'limit=many', 'limit=', 'startAfter=nothing', 'limit=1&limit=2'])(
    'refuses %s with 400',
    async (query) => {
      expect((await emulator.call('GET', `${path}?${query}`)).status).toBe(400);
    },
  );

  test('refuses a missing and an unknown key with 401, and takes the key of any role', async () => {
    const answers = await Promise.all(
      ['', 'nobody', 'guest-key', 'member-key'].map((key) => emulator.call('GET', path, { key })),
    );

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 200, 200]);
  });
});
