import { openInstallation } from '../../local/installation.ts';
import { systemClock } from '../../shared/kernel/runtime/system-clock.ts';
import { addDays, dayOf } from '../../shared/kernel/time/day.ts';
import type { Installation } from '../../shared/wiring/installation.ts';

/** Days of use that each added person has. */
const grownDays = 60;
/** What added people use of what the person does whom they are made of, so that pools do not all run out. */
const usedShare = 0.05;

/** Above that of any night. */
const fence = 1_000_000;

/**
 * Makes an organization larger, as its tables would be after a night of so many people: each person is there `times`
 * times, with an id and an email of their own, and their use, limit and last changes.
 */
export async function growOrganization(stateDir: string, times: number): Promise<void> {
  const installation = await openInstallation({ stateDir, env: {} });
  const copies = Array.from({ length: times - 1 }, (_, index) => index + 1);
  try {
    await addPeople(installation, copies);
    await addUse(installation, copies);
    await addChanges(installation, copies);
  } finally {
    await installation.close();
  }
}

async function addPeople({ users, limits }: Installation, copies: readonly number[]): Promise<void> {
  const [known, records] = await Promise.all([users.list(), limits.list()]);
  await users.put(
    copies.flatMap((copy) =>
      known.map(({ userId, email, ...user }) => ({
        ...user,
        userId: idOf(userId, copy),
        email: email && emailOf(email, copy),
      })),
    ),
  );
  await limits.put(
    copies.flatMap((copy) =>
      records.map(({ userId, email, ...record }) => ({
        ...record,
        userId: idOf(userId, copy),
        email: emailOf(email, copy),
      })),
    ),
    fence,
  );
}

async function addUse({ ledger }: Installation, copies: readonly number[]): Promise<void> {
  const today = dayOf(systemClock.now());
  for (const { day } of await ledger.listDays({ from: addDays(today, -grownDays), through: today })) {
    const rows = await ledger.readRows(day);
    const added = copies.flatMap((copy) =>
      rows.map(({ userId, email, credits }) => ({
        userId: idOf(userId, copy),
        email: email && emailOf(email, copy),
        credits: Math.round(credits * usedShare),
      })),
    );
    await ledger.putRows(day, [...rows, ...added]);
  }
}

async function addChanges({ journal }: Installation, copies: readonly number[]): Promise<void> {
  const today = dayOf(systemClock.now());
  const entries = await journal.list({ from: addDays(today, -1), through: today }, Infinity, ['cap-changed']);
  await journal.append(
    copies.flatMap((copy) =>
      entries.map(({ id, subject = '', ...entry }) => ({
        ...entry,
        id: `${id}/${copy}`,
        subject: idOf(subject, copy),
      })),
    ),
  );
}

function idOf(userId: string, copy: number): string {
  return `${userId}x${copy}`;
}

/** In front, as long as a mailbox may be. */
function emailOf(email: string, copy: number): string {
  return `c${copy}.${email}`;
}
