import { diffControls } from '../../../shared/control-diff/diff-controls.ts';
import {
  memoryControlsDecisionStore,
  memoryRevisionStore,
  memoryWatchStateStore,
} from '../../../shared/controls/store/memory-controls-stores.ts';
import { hookTokenText } from '../../../shared/hook/hook-token.ts';
import {
  memoryHintStore,
  memoryHookTokenStore,
  memoryInvitationStore,
} from '../../../shared/hook/store/memory-hook-stores.ts';
import type { MemoryJournal } from '../../../shared/journal/store/memory-journal.ts';
import { linkSigner } from '../../../shared/kernel/aws/link-signer.ts';
import { memoryRecordStore } from '../../../shared/kernel/records/store/memory-record-store.ts';
import { addDays, daysOf } from '../../../shared/kernel/time/day.ts';
import type { Mail } from '../../../shared/mail/mail.ts';
import { memoryMailSender } from '../../../shared/mail/store/memory-mail-stores.ts';
import { signingSender } from '../../../shared/mail/use-cases/signed-links.ts';
import { requestPages, type PageAnswer } from '../../../shared/requests/api/pages/request-pages.ts';
import { requestRuleRecord } from '../../../shared/requests/contract/request-rule.ts';
import { memoryRequestStore } from '../../../shared/requests/memory-store.ts';
import type { RequestSettings } from '../../../shared/requests/use-cases/give-credits.ts';
import { notifyRequests } from '../../../shared/requests/use-cases/notify-requests.ts';
import { anEnforcementWorld, invoke, runEnforcement } from '../enforcement-world.ts';
import { runMailer } from '../mailer-process.ts';
import { hourMs, minuteMs } from '../virtual-clock.ts';

export const linkAddress = 'https://api.example';
export const [ann, lead, boss, admin] = ['ann', 'lead', 'boss', 'admin'].map((name) => `${name}@acme.example`) as [
  string,
  string,
  string,
  string,
];

/** Ann, Bob and Cy draw on the pool of the team web until it is used up; then a mail has told them. */
export async function aRequestWorld(said: Partial<RequestSettings> = {}) {
  const members = ['ann', 'bob', 'cy'].map((name) => ({
    userId: `u-${name}`,
    email: `${name}@acme.example`,
    demand: [1_000],
  }));
  const world = anEnforcementWorld({
    members,
    budgets: [{ scope: 'team:web', window: 'month', amount: 9_000 }],
    admins: [admin],
    settings: { doorUrl: linkAddress },
  });
  world.stores.teams.writeByHand({ name: 'web', members: ['*@acme.example'], position: 1 });
  for (const day of daysOf({ from: '2026-01-15', through: addDays('2026-01-15', 12) })) {
    await runEnforcement(world, day);
  }
  const { stores, clock } = world;
  const links = linkSigner(async () => Promise.resolve('k'.repeat(43)));
  const requests = memoryRequestStore(stores.journal as MemoryJournal, stores.grants);
  const rules = memoryRecordStore(stores.journal as MemoryJournal, requestRuleRecord);
  const roles = { viewers: [], budgetAdmins: [], approvers: [boss], security: [], teamOwners: { web: [lead, ann] } };
  const settings: RequestSettings = { ...world.settings, roles, fourEyes: {}, ...said };
  const invitations = memoryInvitationStore();
  const ports = { ...stores, clock, links, requests, invitations, rules, settings: () => settings };
  const sent: Mail[] = [];
  let runs = 0;

  /** The job and the mailer, as the change of the table starts them. */
  async function tell(): Promise<readonly Mail[]> {
    const before = sender.delivered().length;
    const order = { runId: `requests-${(runs += 1)}`, atMs: clock.now(), stopAtMs: clock.now() + hourMs };
    await notifyRequests(ports, settings, order);
    await runMailer({ ...stores, clock, sender: signing });
    return sender.delivered().slice(before);
  }

  const sender = memoryMailSender();
  const signing = signingSender(sender, { links, clock });
  const hookTokens = memoryHookTokenStore(stores.journal as MemoryJournal);
  const newToken = () => hookTokenText('t'.repeat(43));
  const hints = memoryHintStore();
  const nothingWatched = {
    revisions: memoryRevisionStore(),
    watchState: memoryWatchStateStore(),
    decisions: memoryControlsDecisionStore(),
  };
  const controls = {
    linked: { ...ports, ...nothingWatched },
    linkedTerms: () => ({
      diff: diffControls,
      policy: { approvedChangers: [] },
      securityContacts: [],
      admins: [admin],
      identities: {},
    }),
  };
  const pagePorts = { ...ports, ...controls, hookTokens, newToken, hints };
  const pages = requestPages(pagePorts);
  return {
    ...world,
    ...ports,
    ports,
    pagePorts,
    hints,
    hookTokens,
    pages,
    tell,
    sent,
    /** The mail that told somebody they are stopped, with its links signed. */
    async stopMail(): Promise<Mail> {
      const mail = world.sender
        .delivered()
        .find(({ to, subject }) => to === ann && subject.includes('are stopped until'));
      await signing.send(mail as Mail);
      return sender.delivered().at(-1) as Mail;
    },
    /** What follows from the edit of the grants. */
    async enforce(): Promise<void> {
      clock.moveBy(minuteMs);
      const at = new Date(clock.now()).toISOString();
      await invoke(world, { runId: `edit-${at}`, at, kind: 'edit', onlyIfUnfinished: false });
    },
    async limitOfAnn(): Promise<number> {
      const record = (await stores.limits.list()).find(({ userId }) => userId === 'u-ann');
      return record?.confirmed?.limitCredits ?? 0;
    },
  };
}

export type RequestWorld = Awaited<ReturnType<typeof aRequestWorld>>;

/** The path of the link in a mail, without the address of the API. */
export function pathIn({ text }: Mail, ending = ''): string {
  const found = new RegExp(`${linkAddress}(/(?:ask|decide|acknowledge)/[\\w.-]+${ending})`, 'u').exec(text)?.[1];
  if (found === undefined) {
    throw new Error(`no link in: ${text}`);
  }
  return found;
}

/** The token of the form on a page. */
export function formIn({ html }: PageAnswer): string {
  return /name="form" value="([^"]+)"/u.exec(html)?.[1] ?? '';
}

/** Opens a page and sends its form. */
export async function send(
  { pages }: Pick<RequestWorld, 'pages'>,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<PageAnswer> {
  const form = formIn(await pages.get(path));
  return pages.post(path, new Map(Object.entries({ form, ...fields })));
}
