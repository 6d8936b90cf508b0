import type { Planned } from '../../enforcement/planned.ts';
import { PlatformRefusedError, PlatformUnavailableError } from '../../kernel/runs/ports.ts';
import { startOfDayMs } from '../../kernel/time/day.ts';
import { emailKey } from '../../roster/email.ts';
import type { LiveWork } from './live-work.ts';

/** Concerned users who signed in today or followed a mail's link. The roster is read again if anyone is concerned. */
export async function collectLikely(
  { ports, run }: LiveWork,
  { planInputs }: Planned,
  userIds: readonly string[],
): Promise<{
  readonly likelyIds: ReadonlySet<string>;
  /** Why sign-ins are not known: credits are given without them. */
  readonly problem?: string;
}> {
  if (userIds.length === 0) {
    return { likelyIds: new Set() };
  }
  const sinceMs = startOfDayMs(run.today);
  const people = new Set((await ports.hints.listVisitsSince(sinceMs)).map(({ person }) => person));
  const visiting = planInputs.users.flatMap(({ userId, email }) =>
    email !== undefined && people.has(emailKey(email)) ? [userId] : [],
  );
  const { signedIn, ...rest } = await readSignIns(ports, sinceMs);
  const matters = new Set(userIds);
  return { likelyIds: new Set([...visiting, ...signedIn].filter((id) => matters.has(id))), ...rest };
}

async function readSignIns(
  { signIns }: LiveWork['ports'],
  sinceMs: number,
): Promise<{ readonly signedIn: readonly string[]; readonly problem?: string }> {
  try {
    return { signedIn: await signIns.listSince(sinceMs) };
  } catch (error) {
    if (error instanceof PlatformUnavailableError || error instanceof PlatformRefusedError) {
      return { signedIn: [], problem: `Sign-ins of today are not known: ${error.message}` };
    }
    throw error;
  }
}
