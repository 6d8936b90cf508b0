import { beforeEach, describe, expect, test } from 'vitest';

import { diffControls } from '../../../shared/control-diff/diff-controls.ts';
import type { Revision } from '../../../shared/controls/revision.ts';
import { acknowledgeRevisions } from '../../../shared/controls/use-cases/decide-on-controls.ts';
import { linkSigner } from '../../../shared/kernel/aws/link-signer.ts';
import type { Mail } from '../../../shared/mail/mail.ts';
import { memoryMailSender } from '../../../shared/mail/store/memory-mail-stores.ts';
import { signingSender } from '../../../shared/mail/use-cases/signed-links.ts';
import { readAlerts } from '../../../shared/notifications/use-cases/alert-document.ts';
import { requestPages, type RequestPages } from '../../../shared/requests/api/pages/request-pages.ts';
import { aRequestWorld, formIn, linkAddress, pathIn } from '../requests/request-world.ts';
import { hourMs, minuteMs } from '../virtual-clock.ts';
import { aControlsWorld, contact, mailsTo, watch, watchLater, type ControlsWorld } from './controls-world.ts';

const console = 'https://console.example';
const safe = { sandbox: { enabled: true }, enableAgentShield: true };
const bare = { ...safe, sandbox: { enabled: false } };

let world: ControlsWorld;
let pages: RequestPages;
let ids = 0;

const links = linkSigner(async () => Promise.resolve('k'.repeat(43)));

beforeEach(async () => {
  world = aControlsWorld();
  world.settings = { ...world.settings, doorUrl: linkAddress, consoleUrl: console };
  pages = await pagesOf(world);
});

async function pagesOf({ stores, clock }: ControlsWorld): Promise<RequestPages> {
  const { pagePorts } = await aRequestWorld();
  const linked = { ...stores, watchState: stores.state, clock, ids: { next: () => `id-${(ids += 1)}` } };
  const linkedTerms = () => ({
    diff: diffControls,
    policy: world.settings.controls,
    securityContacts: world.settings.controls.securityContacts,
    admins: world.settings.admins,
    identities: {},
  });
  return requestPages({ ...pagePorts, clock, links, linked, linkedTerms });
}

async function loosen(by: Partial<Revision> = {}): Promise<Mail> {
  await turnOff(by);
  return signed(mailsTo(world).at(-1));
}

async function turnOff(by: Partial<Revision> = {}): Promise<void> {
  world.history.change(safe);
  await watch(world, { rules: 'as-set' });
  world.history.change(bare, by);
  await watchLater(world, { rules: 'as-set' });
}

/** The mail as its recipient gets it. */
async function signed(mail: Mail | undefined): Promise<Mail> {
  const sender = memoryMailSender();
  await signingSender(sender, { links, clock: world.clock }).send(mail as Mail);
  return sender.delivered().at(-1) as Mail;
}

async function alerts() {
  return readAlerts(world.stores.alerts, '2026-03-02');
}

async function acknowledge(mail: Mail, reason = 'SEC-7, planned') {
  const path = pathIn(mail);
  const form = formIn(await pages.get(path));
  return pages.post(path, new Map(Object.entries({ form, reason })));
}

describe('a mail about a loosened control', () => {
  test('leads to a page that acknowledges it, and to its page in the console', async () => {
    const mail = await loosen();

    expect(mail.text).toContain(`Acknowledge:\n${linkAddress}/acknowledge/`);
    expect(mail.text).toContain(`Open in the console:\n${console}/controls/2`);
    expect(mail.html).toContain(`href="${console}/controls/2"`);
  });

  test('has no link of a recipient for whoever stands in for them', async () => {
    world.settings = {
      ...world.settings,
      alerts: { ...world.settings.alerts, unreachable: [contact], fallback: ['backup@acme.example'] },
    };
    await turnOff();

    const [, mail] = mailsTo(world, 'backup@acme.example');
    expect(mail?.links?.map(({ purpose }) => purpose)).toEqual(['console']);
  });

  test('opens an alert with an owner, which is acknowledged with the revision', async () => {
    await loosen();

    expect(await alerts()).toMatchObject([
      { severity: 'critical', status: 'open', owners: [contact], acknowledged: null },
    ]);
  });
});

describe('the link of such a mail', () => {
  test('shows what changed and by whom, and changes nothing when it is opened', async () => {
    const mail = await loosen();

    const answer = await pages.get(pathIn(mail));
    const again = await pages.get(pathIn(mail));

    expect(answer.status).toBe(200);
    expect(answer.html).toContain(
      'Agents’ commands now run without isolation'.replace('’', "'").replaceAll("'", '&#39;'),
    );
    expect(answer.html).toContain('Eve, eve@acme.example');
    expect(again.html).toContain('<dd>Open</dd>');
    expect(await alerts()).toMatchObject([{ status: 'open' }]);
  });

  test('acknowledges once: the alert is quiet, the evidence says who, and the page asks no more', async () => {
    const mail = await loosen();

    const answer = await acknowledge(mail);
    const after = await pages.get(pathIn(mail));
    const twice = await pages.post(pathIn(mail), new Map([['form', formIn(after)]]));

    expect(answer.status).toBe(303);
    expect(await alerts()).toMatchObject([
      {
        status: 'acknowledged',
        acknowledged: { by: `${contact} (by link)`, reason: 'SEC-7, planned', ownChange: 'no' },
      },
    ]);
    expect(await world.stores.decisions.listAcknowledgements()).toMatchObject([{ subject: 'revision/1/2' }]);
    const evidence = (await world.stores.evidence.list(1, 100)).filter(({ kind }) => kind === 'acknowledged');
    expect(evidence.map(({ body }) => [body['subject'], body['ownChange']])).toEqual([['revision/1/2', 'no']]);
    expect(after.html).toContain('<dd>Acknowledged</dd>');
    expect(after.html).not.toContain('<form');
    expect(twice.status).toBe(400);
  });

  test('takes no acknowledgement without a reason', async () => {
    const answer = await acknowledge(await loosen(), '  ');

    expect(answer.status).toBe(400);
    expect(answer.html).toContain('reason is empty');
    expect(await alerts()).toMatchObject([{ status: 'open' }]);
  });

  test('is refused once its recipient is told of the controls no more, and after fourteen days', async () => {
    const path = pathIn(await loosen());

    world.settings = {
      ...world.settings,
      controls: { ...world.settings.controls, securityContacts: ['x@acme.example'] },
    };
    const removed = await pages.get(path);
    world.settings = { ...world.settings, controls: { ...world.settings.controls, securityContacts: [contact] } };
    world.clock.moveBy(15 * 24 * hourMs);
    const late = await pages.get(path);

    expect([removed.status, late.status]).toEqual([403, 403]);
  });

  test('marks it as of the own change when its recipient made the change, and as unknown when nothing says who did', async () => {
    const own = await loosen({ actor: { email: contact } });
    const page = await pages.get(pathIn(own));
    await acknowledge(own);
    world.history.change({ ...bare, enableAgentShield: false }, { actor: { id: 'u-1' } });
    await watchLater(world, { rules: 'as-set' });
    await acknowledge(await signed(mailsTo(world).at(-1)));

    expect(page.html).toContain('You made this change');
    const said = await world.stores.decisions.listAcknowledgements();
    expect(said.map(({ subject, ownChange }) => [subject, ownChange])).toEqual([
      ['revision/1/2', 'yes'],
      ['revision/1/3', 'unknown'],
    ]);
  });
});

describe('what was loosened is restored', () => {
  test('the alert is resolved, and one green mail says so in place of a second critical one', async () => {
    await loosen();
    world.history.change(safe, { actor: { name: 'Bob' } });
    await watchLater(world, { rules: 'as-set' });

    const mail = mailsTo(world).at(-1);
    expect(mail?.subject).toMatch(/^Resolved: .*as before revision 2 \(Eve\) again$/u);
    expect(mail?.severity).toBe('info');
    expect(mail?.text).toMatch(/^Resolved: .* again, by Bob after 1 minute\./u);
    expect(await alerts()).toEqual([]);
  });

  test.for([
    [
      'a model',
      { customModels: [{ id: 'm', model: 'm', baseUrl: 'https://llm.acme.example/v1' }] },
      { customModels: [{ id: 'm', model: 'm', baseUrl: 'https://evil.example/v1' }] },
    ],
    [
      'a port',
      { sandbox: { enabled: true, network: { httpProxyPort: 1 } } },
      { sandbox: { enabled: true, network: { httpProxyPort: 2 } } },
    ],
  ] as const)('a field that reads as changed both ways is not grave on the way back: %s', async ([, before, after]) => {
    world.history.change(before);
    await watch(world, { rules: 'as-set' });
    world.history.change(after);
    await watchLater(world, { rules: 'as-set' });
    const opened = await alerts();
    world.history.change(before);
    await watchLater(world, { rules: 'as-set' });

    expect(opened).toHaveLength(1);
    expect(mailsTo(world).at(-1)?.severity).toBe('info');
    expect(mailsTo(world).at(-1)?.subject).toMatch(/^Resolved: /u);
    expect(await alerts()).toEqual([]);
  });

  test('a mail begins with what is resolved, whatever slight is beside it, and names what is graver first', async () => {
    await loosen();
    world.history.change({ ...safe, includeCoAuthoredByAgent: false }, { actor: { id: 'u-bob', name: 'Bob' } });
    await watchLater(world, { rules: 'as-set' });
    const slight = mailsTo(world).at(-1)?.subject;
    world.history.change(bare);
    await watchLater(world, { rules: 'as-set' });
    world.history.change({ ...safe, enableAgentShield: false });
    await watchLater(world, { rules: 'as-set' });

    expect(slight).toMatch(/^Resolved: .* \(and 1 change\)$/u);
    expect(mailsTo(world).at(-1)?.subject).toMatch(/^Critical, loosened: Agent Shield/u);
    expect(mailsTo(world).at(-1)?.text).toMatch(/Resolved\n=+\n- .*as before revision 4/u);
  });

  test('an alert stays open while a part of it is left, and while it only has no effect', async () => {
    world.history.change({ ...safe, commandAllowlist: ['ls'] });
    await watch(world, { rules: 'as-set' });
    world.history.change({ ...bare, enableAgentShield: false, commandAllowlist: ['ls'] });
    await watchLater(world, { rules: 'as-set' });
    world.history.change({ ...bare, commandAllowlist: ['ls'] });
    await watchLater(world, { rules: 'as-set' });

    expect(await alerts()).toMatchObject([{ status: 'open', headline: expect.stringContaining('revision 2') }]);
  });

  test('what was acknowledged is told as resolved, too, and the same again opens another alert', async () => {
    const mail = await loosen();
    await acknowledge(mail);
    world.history.change(safe);
    await watchLater(world, { rules: 'as-set' });
    const quiet = await alerts();
    world.history.change(bare);
    await watchLater(world, { rules: 'as-set' });

    expect(quiet).toEqual([]);
    expect(await alerts()).toMatchObject([{ status: 'open', headline: expect.stringContaining('revision 4') }]);
    const resolved = await pages.get(pathIn(mail));
    expect(resolved.html).toContain('Resolved: it is as it was before again');
  });

  test('off and on within one look opens no alert', async () => {
    world.history.change(safe);
    await watch(world, { rules: 'as-set' });
    world.history.change(bare);
    world.history.change(safe);
    await watchLater(world, { rules: 'as-set' });

    expect(await alerts()).toEqual([]);
  });
});

test('acknowledging revisions acknowledges their alerts', async () => {
  await loosen();
  world.clock.moveBy(minuteMs);
  const at = new Date(world.clock.now()).toISOString();
  const ports = { ...world.stores, clock: world.clock };
  const revisions = [{ subject: 'revision/1/2', actor: { email: 'eve@acme.example' } }];

  await acknowledgeRevisions(ports, { revisions, reason: 'planned' }, { name: 'Eve@acme.example', at });

  expect(await alerts()).toMatchObject([
    { status: 'acknowledged', acknowledged: { by: 'Eve@acme.example', ownChange: 'yes' } },
  ]);
  const evidence = (await world.stores.evidence.list(1, 100)).filter(({ kind }) => kind === 'acknowledged');
  expect(evidence).toHaveLength(1);
});
