import { beforeEach, describe, expect, test } from 'vitest';

import { memoryLiveStore } from '../../../../shared/enforcement/memory-store.ts';
import { sendHookPage, showHookPage } from '../../../../shared/hook/api/hook-page.ts';
import { hookTokensMax, hookTokenText } from '../../../../shared/hook/hook-token.ts';
import { memoryHintStore, memoryHookTokenStore } from '../../../../shared/hook/store/memory-hook-stores.ts';
import { eventReporter, type ReportEvent } from '../../../../shared/hook/use-cases/report-event.ts';
import { memoryJournal } from '../../../../shared/journal/store/memory-journal.ts';
import { httpApi } from '../../../../shared/kernel/api/http/http-api.ts';
import { linkSigner } from '../../../../shared/kernel/aws/link-signer.ts';
import type { PageAnswer } from '../../../../shared/requests/api/pages/page-frame.ts';
import type { KnownUser } from '../../../../shared/roster/person.ts';
import type { Installation } from '../../../../shared/wiring/installation.ts';
import { partOf } from '../../../support/part-of.ts';

const nowMs = Date.parse('2026-03-15T10:20:00.000Z');
const users = ['ann', 'bob'].map((name): KnownUser => ({ userId: `u-${name}`, email: `${name}@acme.example` }));
const stop = { event: 'Stop', session: 's-1' };
const at = { links: 'https://api.example' };

function anApi() {
  const live = memoryLiveStore();
  const [journal, hints, clock] = [memoryJournal(), memoryHintStore(), { ms: nowMs, now: () => clock.ms }];
  const hookTokens = memoryHookTokenStore(journal);
  const links = linkSigner(async () => Promise.resolve('k'.repeat(43)));
  let made = 0;
  const newToken = () => hookTokenText(String((made += 1)).padStart(43, 'x'));
  const pagePorts = { hookTokens, clock, links, newToken, users: { list: async () => Promise.resolve(users) } };
  const sent = { limitCredits: 1_000, at: '2026-03-10T02:30:00.000Z', runId: 'r' };
  const report: ReportEvent = eventReporter(
    {
      hookTokens,
      hints,
      clock,
      limits: partOf({
        find: async (userId) =>
          Promise.resolve(userId === 'u-ann' ? { userId, email: '', unsettled: [], confirmed: sent } : undefined),
      }),
      ledger: partOf({
        listDays: async () => Promise.resolve([]),
        readUser: async () => Promise.resolve([{ day: '2026-03-02', credits: 300 }]),
      }),
      live,
    },
    () => ({ platformWindowAnchorDay: 1, unlimitedCredits: 1_000_000 }),
  );
  const unforeseen: unknown[] = [];
  const app = httpApi({
    // No operation is reached: nothing of it is used.
    installation: {} as Installation,
    now: () => clock.ms,
    identify: () => undefined,
    onError: (error) => unforeseen.push(error),
    hooks: { report, file: () => '// the hook', now: () => clock.ms },
  });
  const claimOf = (person: string) =>
    ({ purpose: 'hook', person, subject: 'hook', expiresAt: nowMs, nonce: 'hook' }) as const;
  const fieldsOf = (form: string, revoke?: string) =>
    new Map(Object.entries({ form, ...(revoke !== undefined && { revoke }) }));
  return {
    hints,
    live,
    clock,
    hookTokens,
    unforeseen,
    request: async (path: string, init?: RequestInit) => app.request(`/requests/link/hook/${path}`, init),
    async post(token: string, body: unknown) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return app.request('/requests/link/hook/report', { method: 'POST', headers, body: text });
    },
    show: async (person: string) => showHookPage(pagePorts, claimOf(person), at),
    send: async (person: string, form: string, revoke?: string) =>
      sendHookPage(pagePorts, { claim: claimOf(person), form: fieldsOf(form, revoke) }, at),
  };
}

const ann = 'ann@acme.example';
const formsOf = ({ html }: PageAnswer) =>
  [...html.matchAll(/name="form" value="([^"]+)"/gu)].map(([, form]) => form ?? '');
const makeForm = (page: PageAnswer) => formsOf(page).at(-1) ?? '';
const keyIn = ({ html }: PageAnswer) => /https:\/\/api\.example\/hook#(cfh_[\w-]+)/u.exec(html)?.[1] ?? '';

let api: ReturnType<typeof anApi>;
let token = '';

beforeEach(async () => {
  api = anApi();
  token = keyIn(await api.send(ann, makeForm(await api.show(ann))));
});

describe('the page of hooks', () => {
  test('a key is shown once, is kept as a hash, and a form that was sent makes no second one', async () => {
    const before = await api.show(ann);

    const made = await api.send(ann, makeForm(before));
    const again = await api.send(ann, makeForm(before));

    expect([keyIn(made).length, again.status, keyIn(again), keyIn(await api.show(ann))]).toEqual([47, 400, '', '']);
    const kept = await api.hookTokens.list();
    expect(kept.map(({ userId }) => userId)).toEqual(['u-ann', 'u-ann']);
    expect(JSON.stringify(kept)).not.toContain(keyIn(made).slice(4));
  });

  test('keys are revoked by whose they are, and by nobody else', async () => {
    const [key] = await api.hookTokens.list();
    const [revoke = ''] = formsOf(await api.show(ann));

    const bobs = await api.send('bob@acme.example', revoke, key?.id);
    expect([bobs.status, (await api.hookTokens.list())[0]?.revokedAt]).toEqual([400, undefined]);
    expect((await api.send(ann, revoke, key?.id)).status).toBe(200);

    api.clock.ms += 20_000;
    expect((await api.post(token, stop)).status).toBe(401);
  });

  test('one person has no more keys than machines, and whoever is not on the roster alone under an address has none', async () => {
    for (let count = 1; count < hookTokensMax; count += 1) {
      await api.send(ann, makeForm(await api.show(ann)));
    }

    const oneMore = await api.send(ann, makeForm(await api.show(ann)));

    expect([oneMore.status, (await api.hookTokens.list()).length]).toEqual([400, hookTokensMax]);
    expect((await api.show('eve@acme.example')).status).toBe(403);
  });
});

describe('events of hooks', () => {
  test('an event becomes a hint of the person whose token it is, and the answer shows them what is left', async () => {
    const answer = await api.post(token, stop);

    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      {
        left: 700,
        limit: 1_000,
        resetsAt: '2026-04-01T00:00:00.000Z',
        say: expect.stringContaining('700 credits left'),
      },
    ]);
    expect(await api.hints.listSince(0)).toEqual([{ userId: 'u-ann', sessionId: 's-1', event: 'Stop', atMs: nowMs }]);
  });

  test('what was seen of the person in sessions is counted, as about right', async () => {
    const day = new Date(nowMs).toISOString().slice(0, 10);
    await api.live.putUsageSamples([{ userId: 'u-ann', at: `${day}T00:00:00.000Z`, days: [{ day, credits: 120 }] }]);
    const answer = await api.post(token, stop);

    expect(await answer.json()).toMatchObject({
      left: 580,
      seen: 120,
      say: expect.stringContaining('about 580 credits left'),
    });
  });

  test('the same event again is the same hint, and a test is none', async () => {
    for (const body of [stop, stop, { event: 'test' }, { ...stop, event: 'SessionEnd' }]) {
      expect((await api.post(token, body)).status).toBe(200);
    }

    expect((await api.hints.listSince(0)).map(({ event }) => event)).toEqual(['SessionEnd', 'Stop']);
  });

  test.each([
    ['', 400],
    ['{', 400],
    ['null', 400],
    [{ ...stop, userId: 'u-bob' }, 400],
    [{ ...stop, atMs: 1 }, 400],
    [{ ...stop, event: 'PostToolUse' }, 400],
    [{ ...stop, session: 's 1\n' }, 400],
    [{ ...stop, session: 's'.repeat(201) }, 400],
    [{ event: 'Stop' }, 400],
    [{ ...stop, session: 's'.repeat(2_000) }, 413],
  ])('%j is refused and leaves nothing', async (body, status) => {
    expect((await api.post(token, body)).status).toBe(status);
    expect([await api.hints.listSince(0), api.unforeseen]).toEqual([[], []]);
  });

  test('a token that was altered, guessed or left out is refused, and a token opens no operation', async () => {
    for (const other of ['', 'cfh_', `${token}x`, `cfh_${'y'.repeat(43)}`, 'x']) {
      expect((await api.post(other, stop)).status).toBe(401);
    }
    const headers = { authorization: `Bearer ${token}` };
    const app = await api.request('../../../api/caps', { headers });

    expect([app.status, await api.hints.listSince(0)]).toEqual([401, []]);
  });

  test('a key that reports without end is told to come back, and others are not', async () => {
    const bobs = keyIn(await api.send('bob@acme.example', makeForm(await api.show('bob@acme.example'))));
    const answers = await Promise.all(Array.from({ length: 70 }, async () => api.post(token, stop)));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toBe('1');
    expect((await api.post(bobs, stop)).status).toBe(200);
  });

  test('the hook is there to be fetched', async () => {
    const answer = await api.request('curfew-hook.mjs');

    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      '// the hook',
    ]);
  });
});
