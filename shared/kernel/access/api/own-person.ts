import { routedPeople } from '../../../notifications/routing.ts';
import { emailKey } from '../../../roster/email.ts';
import type { KnownUser } from '../../../roster/person.ts';
import type { OperationWork } from '../../api/operation.ts';
import { Problem } from '../../api/problem.ts';
import { knownUsers } from '../../api/snapshot-of.ts';
import { keptWith } from '../../kept-with.ts';
import type { Caller } from '../caller.ts';
import { personBehind } from '../same-person.ts';

export interface OwnPerson {
  readonly userId: string;
  /** In its matching form. */
  readonly email: string;
}

/** The caller's verified email; undefined when unknown. */
export function ownEmail(
  caller: Caller,
  { fourEyes }: ReturnType<OperationWork['installation']['readSettings']>,
): string | undefined {
  const person = personBehind(caller, fourEyes.identities);
  return person.kind === 'person' ? emailKey(person.email) : undefined;
}

/** The caller on the roster; undefined when the address is unknown or shared. */
export async function findOwn(work: OperationWork): Promise<OwnPerson | undefined> {
  const { caller, installation } = work;
  const email = ownEmail(caller, installation.readSettings());
  if (email === undefined) {
    return undefined;
  }
  const userId = userIdsByEmail(await knownUsers(work)).get(email);
  return userId === undefined ? undefined : { userId, email };
}

const userIdsByEmail = keptWith((users: readonly KnownUser[]): ReadonlyMap<string, string> => {
  const { emails } = routedPeople(users);
  return new Map([...emails].map(([userId, email]) => [emailKey(email), userId]));
});

/** The same for what takes a person: raises Problem where there is none. */
export async function ownPerson(work: OperationWork): Promise<OwnPerson> {
  const found = await findOwn(work);
  if (found === undefined) {
    throw new Problem(
      'conflict',
      'You are not on the roster under an email of your own, so there is nothing of yours here; sign in as the person whose credits it is about',
    );
  }
  return found;
}
