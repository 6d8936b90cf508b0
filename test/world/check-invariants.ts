import { windowAt } from '../../shared/budgets/window.ts';
import { windowStartSuffix } from '../../shared/kernel/runs/run-id.ts';
import { addDays, dayOf } from '../../shared/kernel/time/day.ts';
import type { OpenMail } from '../../shared/mail/mail.ts';
import { decideDelivery, deliveryMoment } from '../../shared/notifications/delivery.ts';
import type { EnforcementWorld } from './enforcement-world.ts';
import { secretCanary } from './sudden-end.ts';

/** When a world is looked at: at any moment, or when the last run has come to its end. */
type Moment = 'any' | 'settled';

/** Everything in a world that breaks I1 to I9, in words; nothing when all is well. */
export async function checkInvariants(world: EnforcementWorld, moment: Moment): Promise<readonly string[]> {
  return [
    ...world.violations,
    ...(await checkLedger(world)),
    ...(await checkLimits(world, moment)),
    ...(await checkMails(world, moment)),
    ...(await checkAlerts(world, moment)),
    ...(await checkRuns(world)),
    ...(await checkStops(world, moment)),
    ...(await checkSecrets(world)),
  ];
}

/** I1 nothing lost, I2 nothing counted twice: a complete day holds what was last told of it, and adds up. */
async function checkLedger({ stores, platform, clock }: EnforcementWorld): Promise<readonly string[]> {
  const range = { from: '2026-01-14', through: addDays(dayOf(clock.now()), -1) };
  const violations: string[] = [];
  for (const day of await stores.ledger.listDays(range)) {
    const rows = await stores.ledger.readRows(day.day);
    const sum = rows.reduce((total, row) => total + row.credits, 0);
    if (day.status === 'complete' && sum !== day.totalCredits) {
      violations.push(`I2: ${day.day} says ${day.totalCredits}, its rows add up to ${sum}`);
    }
    const truth = [...platform.truth(day.day).values()].reduce((total, credits) => total + credits, 0);
    const isToldTrue = !platform.tellings.has(day.day) && !platform.restated.has(day.day);
    if (day.status === 'complete' && isToldTrue && sum !== truth) {
      violations.push(`I1: ${day.day} holds ${sum} credits of ${truth}`);
    }
  }
  return violations;
}

/** Curfew knows which limits may be in force, and the journal tells of each that was confirmed. */
async function checkLimits({ stores, platform, clock }: EnforcementWorld, moment: Moment): Promise<readonly string[]> {
  const records = await stores.limits.list();
  const told = await toldCaps(stores, clock.now());
  const byCurfew = new Map(
    platform.puts.flatMap((put) => put.applied.map((limit) => [limit.email.toLowerCase(), limit.limitCredits])),
  );
  const violations: string[] = [];
  for (const [email, inForce] of byCurfew) {
    const record = records.find((each) => each.email.toLowerCase() === email);
    const possible = [record?.confirmed, ...(record?.unsettled ?? [])].map((sent) => sent?.limitCredits);
    if (!possible.includes(inForce)) {
      violations.push(`I4: ${inForce} is in force for ${email}, and Curfew knows of ${possible.join(', ')}`);
    }
    if (moment === 'settled' && record?.unsettled.length === 0 && record.confirmed?.limitCredits !== inForce) {
      violations.push(`I9: ${inForce} is in force for ${email}, and ${record.confirmed?.limitCredits} is confirmed`);
    }
  }
  for (const { userId, confirmed } of records) {
    if (confirmed !== undefined && !told.has(`${userId} ${confirmed.limitCredits}`)) {
      violations.push(`I7: the journal does not tell that ${userId} got ${confirmed.limitCredits}`);
    }
  }
  return violations;
}

async function toldCaps(stores: EnforcementWorld['stores'], nowMs: number): Promise<ReadonlySet<string>> {
  const entries = await stores.journal.list({ from: '2026-01-14', through: dayOf(nowMs) }, 100_000);
  const caps = entries.filter((entry) => entry.kind === 'cap-changed');
  return new Set(caps.map((entry) => `${entry.subject} ${JSON.stringify(entry.detail['to'])}`));
}

/** I3 no mail twice; and a mail that went out is never one that will be sent again. */
async function checkMails({ stores, sender, clock }: EnforcementWorld, moment: Moment): Promise<readonly string[]> {
  const violations: string[] = [];
  const accepted = sender.delivered().map(({ mailId }) => mailId);
  for (const [index, mailId] of accepted.entries()) {
    if (accepted.indexOf(mailId) !== index) {
      violations.push(`I3: ${mailId} went out twice`);
    }
    const entry = await stores.outbox.find(mailId);
    if (entry === undefined || entry.state.kind === 'written' || entry.state.kind === 'refused') {
      violations.push(`I3: ${mailId} went out, and stands there as ${entry?.state.kind ?? 'never written'}`);
    }
  }
  const open = await stores.outbox.listOpenStates();
  if (moment === 'settled') {
    const isHeld = ({ notBefore }: OpenMail) => notBefore !== undefined && Date.parse(notBefore) > clock.now();
    const waiting = open.filter((mail) => mail.state.kind !== 'unknown' && !isHeld(mail));
    violations.push(...waiting.map(({ mailId, state }) => `I7: ${mailId} is still ${state.kind}`));
  }
  return violations;
}

/**
 * I1 nothing lost, I3 nothing told twice: every notice that was ever owed stands in exactly one written mail, but for
 * those whose recipient wants them later.
 */
async function checkAlerts({ stores, settings, clock }: EnforcementWorld, moment: Moment): Promise<readonly string[]> {
  const notices = stores.alerts.allNotifications();
  const mails = await Promise.all(stores.outbox.writtenMailIds().map(async (mailId) => stores.outbox.find(mailId)));
  const mailsOf = Map.groupBy(
    mails.flatMap((entry) =>
      (entry?.mail.tells ?? []).map((notificationId) => ({ notificationId, mail: entry?.mail })),
    ),
    ({ notificationId }) => notificationId,
  );
  const violations: string[] = [];
  for (const { notification, mailId, isPending } of notices) {
    const { notificationId, recipient } = notification;
    const told = mailsOf.get(notificationId) ?? [];
    if (told.length > 1) {
      violations.push(`I3: ${notificationId} stands in ${told.length} mails`);
    }
    if (told.some(({ mail }) => mail?.to.toLowerCase() !== recipient.toLowerCase())) {
      violations.push(`I6: ${notificationId} went to somebody else`);
    }
    if (!isPending && told[0]?.mail?.mailId !== mailId) {
      violations.push(`I1: ${notificationId} counts as told, and stands in no mail of that name`);
    }
    const isDue = () => decideDelivery([notification], deliveryMoment(settings.alerts, clock.now())).due.length > 0;
    if (moment === 'settled' && (isPending || told.length === 0) && isDue()) {
      violations.push(`I1: ${notificationId} is still owed`);
    }
  }
  return violations;
}

/** I7 no silent success: what ended says how; and what is finished does nothing more. I8: bounded. */
async function checkRuns({ stores, calls, clock }: EnforcementWorld): Promise<readonly string[]> {
  const entries = await stores.journal.list({ from: '2026-01-14', through: dayOf(clock.now()) }, 100_000);
  const ends = new Set(
    entries
      .filter(({ kind }) => kind === 'run-finished')
      .map((entry) => `${entry.runId} ${JSON.stringify(entry.detail['status'])}`),
  );
  const violations: string[] = [];
  for (const run of await stores.runs.list('enforce', 1_000)) {
    const { outcome, runId } = run;
    if (outcome !== undefined && !ends.has(`${runId} ${JSON.stringify(outcome.status)}`)) {
      violations.push(`I7: the journal does not tell that ${runId} ended ${outcome.status}`);
    }
    if (outcome?.status === 'complete' && ((outcome.capsFailed ?? 0) > 0 || outcome.isUnfinished)) {
      violations.push(`I7: ${runId} calls itself complete with ${outcome.capsFailed} caps failed`);
    }
  }
  const puts = Map.groupBy(calls, (call) => call.runId);
  for (const [runId, made] of puts) {
    if (made.length > 2_000) {
      violations.push(`I8: ${runId} made ${made.length} calls`);
    }
  }
  return violations;
}

/** I11 nobody is stopped in silence: whoever a complete run leaves nothing was told, or is named as unreachable. */
async function checkStops({ stores, settings, clock }: EnforcementWorld, moment: Moment): Promise<readonly string[]> {
  const [latest] = await stores.runs.list('enforce', 1);
  const hasSetCaps = latest?.outcome?.status === 'complete' && !latest.runId.includes(windowStartSuffix);
  if (moment !== 'settled' || !hasSetCaps || latest.outcome?.dataThrough === undefined) {
    return [];
  }
  const window = windowAt('platform', dayOf(Date.parse(latest.at)), { anchorDay: settings.platformWindowAnchorDay });
  const told = new Set(
    stores.alerts.allStates().flatMap((state) => (state.kind === 'stop' ? [state.stop.user.userId] : [])),
  );
  const exempt = new Set(
    (await stores.grants.list()).grants.flatMap((grant) => (grant.kind === 'exemption' ? [grant.email] : [])),
  );
  const current = (await stores.users.list()).filter(({ goneSince }) => goneSince === undefined);
  const emails = new Map(current.map(({ userId, email }) => [userId, email]));
  const violations: string[] = [];
  for (const { userId, email, confirmed, unsettled } of await stores.limits.list()) {
    const isSettled = confirmed !== undefined && unsettled.length === 0;
    const mayBeTold = emails.get(userId) !== undefined && !exempt.has(email.toLowerCase()) && !told.has(userId);
    if (!isSettled || !mayBeTold) {
      continue;
    }
    const days = await stores.ledger.readUser(userId, { from: window.from, through: latest.outcome.dataThrough });
    const used = days.reduce((sum, { credits }) => sum + credits, 0);
    if (confirmed.limitCredits <= used) {
      violations.push(`I11: ${userId} has used ${used} of ${confirmed.limitCredits} by ${dayOf(clock.now())}, untold`);
    }
  }
  return violations;
}

/** I6 no secret in a mail, a journal entry or a run. */
async function checkSecrets({ stores, sender, clock }: EnforcementWorld): Promise<readonly string[]> {
  const range = { from: '2026-01-14', through: dayOf(clock.now()) };
  const sinks = {
    mails: sender.delivered(),
    journal: await stores.journal.list(range, 100_000),
    runs: await stores.runs.list('enforce', 1_000),
    outbox: await Promise.all(stores.outbox.writtenMailIds().map(async (mailId) => stores.outbox.find(mailId))),
  };
  return Object.entries(sinks).flatMap(([name, content]) =>
    JSON.stringify(content).includes(secretCanary) ? [`I6: a secret in ${name}`] : [],
  );
}
