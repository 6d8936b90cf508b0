import { createHash } from 'node:crypto';

import { beforeAll, describe, expect, test } from 'vitest';

import { callerOfMachine } from '../../../shared/kernel/access/caller.ts';
import { msPerDay } from '../../../shared/kernel/time/day.ts';
import { requestEntry, requestLimits } from '../../../shared/requests/request.ts';
import { decideCredits } from '../../../shared/requests/use-cases/decide-credits.ts';
import { aRequest } from '../../support/requests.ts';
import { minuteMs } from '../virtual-clock.ts';
import {
  ann,
  aRequestWorld,
  boss,
  linkAddress,
  formIn,
  lead,
  pathIn,
  send,
  type RequestWorld,
} from './request-world.ts';

const wanted = { credits: '3k', until: '2026-01-31', reason: 'release <b>week</b>' };

test('from the mail that stops somebody to a raised limit: a link asks, a link decides, each is mailed once', async () => {
  const world = await aRequestWorld();
  const ask = pathIn(await world.stopMail());

  const page = await world.pages.get(ask);
  expect(page.status).toBe(200);
  expect(page.html).toContain('Sun 1 Feb, 00:00 UTC');
  expect(page.html).not.toContain('not so any more');
  const asked = await send(world, ask, wanted);
  expect([asked.status, asked.headers['location']]).toEqual([303, `./${ask.split('/')[2] ?? ''}`]);
  expect((await world.pages.get(ask)).html).toContain('not decided yet');

  const told = await world.tell();
  expect(told.map(({ to }) => to).toSorted()).toEqual([boss, lead]);
  expect(await world.tell()).toEqual([]);
  const mail = told.find(({ to }) => to === boss);
  expect(mail?.text).toContain('nothing of 3,000');
  expect(mail?.html).not.toContain('<b>week');

  const decide = pathIn(mail ?? told[0] ?? (undefined as never), '/approve');
  const before = await world.limitOfAnn();
  const shown = await world.pages.get(decide);
  expect(shown.html).toContain('release &#60;b&#62;week');
  expect((await world.pages.get(ask)).html).toContain('not decided yet');
  const decided = await send(world, decide, { verdict: 'approve', pools: 'raise' });
  expect(decided.status).toBe(303);
  await world.enforce();
  expect(await world.limitOfAnn()).toBe(before + 3_000);

  const [granted, ...more] = await world.tell();
  expect([granted?.to, more]).toEqual([ann, []]);
  expect(granted?.subject).toContain('approved');
  expect((await world.pages.get(ask)).html).toContain('all of the 3,000');
  expect((await world.pages.get(decide)).html).toContain('nothing left to decide');
});

test('an old link says how things stand now, not what its mail said', async () => {
  const world = await aRequestWorld();
  const ask = pathIn(await world.stopMail());
  const stopped = await world.pages.get(ask);
  const askedAt = new Date(world.clock.now()).toISOString();
  const request = aRequest({ userId: 'u-ann', email: ann, credits: 60_000, until: '2026-01-31', askedAt });
  await world.requests.put(request, requestEntry(request, 'e-1'));
  const order = { verdict: 'approve' } as const;
  await decideCredits(world.ports, world.settings(), {
    id: request.id,
    order,
    pools: 'raise',
    caller: callerOfMachine('ops'),
  });
  await world.enforce();

  const freed = await world.pages.get(ask);

  expect(stopped.html).toContain('You are stopped until Sun 1 Feb, 00:00 UTC');
  expect(freed.html).toMatch(/You can work again since \w+ \d+ Jan 2026, \d\d:\d\d UTC: 60,000 credits left/u);
  expect(freed.html).not.toContain('You are stopped');
});

describe('links', () => {
  let world: RequestWorld;
  let ask: string;
  let decide: string;
  beforeAll(async () => {
    world = await aRequestWorld();
    ask = pathIn(await world.stopMail());
    await send(world, ask, wanted);
    decide = pathIn((await world.tell()).find(({ to }) => to === boss) ?? (undefined as never));
  });

  test('the outbox holds no signed link, only where one is to stand', async () => {
    const stored = await Promise.all(
      world.stores.outbox.writtenMailIds().map(async (id) => world.stores.outbox.find(id)),
    );

    expect(stored.filter((entry) => entry?.mail.links !== undefined)).not.toEqual([]);
    expect(JSON.stringify(stored)).not.toContain(`${linkAddress}/`);
  });

  test('opening pages, however often, changes nothing', async () => {
    const before = [await world.requests.list(['2026-01']), (await world.stores.grants.list()).grants];

    for (const path of [ask, decide, `${decide}/approve`, `${decide}/deny`]) {
      expect((await world.pages.get(path)).status).toBe(200);
    }

    expect([await world.requests.list(['2026-01']), (await world.stores.grants.list()).grants]).toEqual(before);
  });

  test('altered, cut, for another purpose, of another person, unknown or too old: one and the same page', async () => {
    const { links, clock } = world;
    const expiresAt = Math.floor(clock.now() / 1_000) + 60;
    const claim = { purpose: 'ask', person: ann, subject: 'stop/u-ann', expiresAt, nonce: '2026-01-x' } as const;
    const request = (await world.requests.list(['2026-01']))[0]?.id ?? '';
    const of = { ...claim, purpose: 'decide', subject: request } as const;
    const tokens = await Promise.all([
      links.sign({ ...claim, expiresAt: expiresAt - 61 }),
      links.sign({ ...claim, person: 'bob@acme.example' }),
      links.sign({ ...claim, subject: 'stop/u-nobody' }),
      links.sign({ ...claim, purpose: 'form' }),
      // Who asked, who has no role, and whose role was taken away.
      links.sign({ ...of, person: ann }),
      links.sign({ ...of, person: 'bob@acme.example' }),
      links.sign({ ...of, person: boss, subject: '2026-01-none' }),
    ]);
    const paths = [
      `${ask}x`,
      ask.slice(0, -1),
      ask.replace('/ask/', '/decide/'),
      decide.replace('/decide/', '/ask/'),
      '/ask/',
      `/ask/${'a'.repeat(5_000)}`,
      '/other',
      ...tokens.flatMap((token) => [`/ask/${token}`, `/decide/${token}`]),
    ];

    const refused = (await world.pages.get('/ask/none.of.it')).html;
    for (const path of paths.filter((each) => each !== `/ask/${tokens.length}`)) {
      const [got, sent] = [await world.pages.get(path), await world.pages.post(path, new Map(Object.entries(wanted)))];
      expect([got.status, got.html, sent.status, sent.html]).toEqual([403, refused, 403, refused]);
    }
  });

  test('a form without its token, with that of another page or with an old one does nothing', async () => {
    const state = async () => (await world.requests.list(['2026-01']))[0]?.state;
    const old = formIn(await world.pages.get(decide));
    const ofAsk = formIn(await world.pages.get(ask));
    const fields = { verdict: 'approve', pools: 'within' };
    for (const form of ['', 'x', ofAsk, decide.split('/')[2] ?? '']) {
      expect((await world.pages.post(decide, new Map(Object.entries({ ...fields, form })))).status).toBe(400);
    }
    world.clock.moveBy(3 * 60 * 60_000);
    expect((await world.pages.post(decide, new Map(Object.entries({ ...fields, form: old })))).status).toBe(400);
    expect(await state()).toBe('asked');
  });

  test('pages run no script, load nothing, are kept nowhere, and do not pass their address on', async () => {
    const { headers, html } = await world.pages.get(ask);

    expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
    const style = /<style>([^]*)<\/style>/u.exec(html)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toContain(`style-src 'sha256-${hash}'`);
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'/u,
    );
    expect(html).not.toMatch(/<script|src=|href="(?!\.\.\/hook\/)|style="|https?:/u);
  });
});

test('a request is withdrawn once, and nobody can decide on it then', async () => {
  const world = await aRequestWorld();
  const ask = pathIn(await world.stopMail());
  await send(world, ask, wanted);
  const decide = pathIn((await world.tell())[0] ?? (undefined as never));
  const form = formIn(await world.pages.get(decide));

  await send(world, ask, {});

  expect((await world.pages.get(ask)).html).toContain('You withdrew');
  const late = await world.pages.post(decide, new Map(Object.entries({ form, verdict: 'approve' })));
  expect(late.html).toContain('withdrawn. There');
  expect((await world.stores.grants.list()).grants).toEqual([]);
  expect(await world.tell()).toEqual([]);
});

test('what is wrong is said beside the form, which keeps what was written; the second use of a link asks nothing', async () => {
  const world = await aRequestWorld();
  const ask = pathIn(await world.stopMail());

  const wrong = await send(world, ask, { credits: 'many', until: '2030-01-01', reason: '"><script>' });
  expect(wrong.status).toBe(400);
  expect(wrong.html).toContain('Credits: give');
  expect(wrong.html).toContain('Last day: give a day');
  expect(wrong.html).toContain('&#34;&#62;&#60;script&#62;');

  const form = formIn(await world.pages.get(ask));
  const fields = new Map(Object.entries({ ...wanted, form }));
  await Promise.all([world.pages.post(ask, fields), world.pages.post(ask, fields)]);
  await world.pages.post(ask, fields);
  expect((await world.requests.list(['2026-01'])).map(({ credits }) => credits)).toEqual([3_000]);
});

test('a rule approves at once, within the pool, and nobody else is asked', async () => {
  const world = await aRequestWorld();
  const rule = { name: 'small', creditsMax: 3_000, personMonthMax: 3_000, teams: ['web'], pools: 'within' } as const;
  const made = { by: 'admin', at: '2026-01-15T00:00:00.000Z', way: 'command' } as const;
  const edit = { key: rule, seenVersion: 0, version: 1, ...made, terms: rule };
  const entry = { id: 'r', at: made.at, kind: 'request-rule-changed', actor: 'admin', detail: {} } as const;
  await world.rules.edit(edit, entry);
  const ask = pathIn(await world.stopMail());

  await send(world, ask, wanted);

  const { grants } = await world.stores.grants.list();
  expect(grants).toMatchObject([{ credits: 3_000, withinPool: true, createdBy: 'rule small' }]);
  expect((await world.tell()).map(({ to, subject }) => [to, subject.includes('approved')])).toEqual([[ann, true]]);
});

test('a link to ask is over after two weeks, and one to decide when its holder loses the role', async () => {
  const world = await aRequestWorld();
  const ask = pathIn(await world.stopMail());
  await send(world, ask, wanted);
  const decide = pathIn((await world.tell()).find(({ to }) => to === lead) ?? (undefined as never));

  const { teamOwners } = world.settings().roles;
  Object.assign(teamOwners, { web: [] });
  expect((await world.pages.get(decide)).status).toBe(403);
  world.clock.moveBy(requestLimits.linkDaysMax * msPerDay);
  expect((await world.pages.get(ask)).status).toBe(403);
});

test('on one machine whoever runs Curfew decides by command, with less and a reason, and the answer offers to ask again', async () => {
  const world = await aRequestWorld();
  await send(world, pathIn(await world.stopMail()), wanted);
  const [request] = await world.requests.list(['2026-01']);
  const order = { verdict: 'approve', credits: 1_000, reason: 'half' } as const;
  const given = { id: request?.id ?? '', order, pools: 'raise', caller: callerOfMachine('ops') } as const;

  const outcomes = [
    await decideCredits(world.ports, world.settings(), given),
    await decideCredits(world.ports, world.settings(), given),
  ];

  expect(outcomes).toMatchObject([
    { kind: 'decided', request: { state: 'less' } },
    { kind: 'refused', because: 'decided' },
  ]);
  const [mail] = await world.tell();
  expect(mail?.text).toContain('1,000 of the 3,000');
  expect((await world.pages.get(pathIn(mail ?? (undefined as never)))).html).toContain('Ask for more credits');
});

test('a request that nobody decides on is brought up once more, and whoever asked hears when it has expired, each once', async () => {
  const world = await aRequestWorld();
  const ask = pathIn(await world.stopMail());
  await send(world, ask, wanted);
  const first = await world.tell();

  world.clock.moveBy(requestLimits.remindDays * msPerDay);
  const reminded = [await world.tell(), await world.tell()];
  world.clock.moveBy((requestLimits.openDaysMax - requestLimits.remindDays + 1) * msPerDay);
  const expired = [await world.tell(), await world.tell()];

  expect(first.map(({ subject }) => subject)).toEqual(
    reminded[0]?.map(({ subject }) => subject.replace(/, since .*$/u, '')),
  );
  expect(reminded[0]?.every(({ subject }) => /, since \d{1,2} [A-Z][a-z]{2}$/u.test(subject))).toBe(true);
  expect(expired[0]?.map(({ to, subject }) => [to, subject])).toEqual([
    [ann, expect.stringMatching(/3,000 credits was not decided in time$/u)],
  ]);
  expect([reminded[1], expired[1]]).toEqual([[], []]);
});

test('whoever opens their page is noted as at work, once mails are scanned, and nobody by a link to decide or none', async () => {
  const world = await aRequestWorld();
  const ask = pathIn(await world.stopMail());
  const since = world.clock.now();

  await world.pages.get(ask);
  await world.pages.get('/ask/none');
  expect(await world.hints.listVisitsSince(since)).toEqual([]);
  world.clock.moveBy(11 * minuteMs);
  await world.pages.get(ask);

  expect(await world.hints.listVisitsSince(since)).toEqual([{ person: ann, atMs: world.clock.now() }]);
});
