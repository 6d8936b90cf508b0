import { formatScope } from '../../../budgets/scope.ts';
import { windowAt } from '../../../budgets/window.ts';
import type { Explanation } from '../../../explanation/explanation.ts';
import { explainUser } from '../../../explanation/use-cases/explain-user.ts';
import { explanationDocument } from '../../../explanation/use-cases/explanation-document.ts';
import { hookTokenDocument } from '../../../hook/api/hook-operations.ts';
import { hookTokensMax } from '../../../hook/hook-token.ts';
import { personalLeft } from '../../../hook/personal-left.ts';
import { tokensOf, workingTokens } from '../../../hook/use-cases/connect-hook.ts';
import { readOwnWarnings } from '../../../hook/use-cases/read-own-warnings.ts';
import { requestLimits, requestMonths, type RequestedBudget } from '../../../requests/request.ts';
import { requestDocument } from '../../../requests/use-cases/list-requests.ts';
import { emailKey } from '../../../roster/email.ts';
import type { OperationWork } from '../../api/operation.ts';
import { snapshotOrder, snapshotPorts } from '../../api/snapshot-of.ts';
import { hookPaths } from '../../contract/api-paths.ts';
import { visibleExplanation, type Visible } from '../../records/api/visible-to.ts';
import { addDays, dayOf, daysOf, earliestDay } from '../../time/day.ts';
import type { OwnDocument } from '../contract.ts';
import { findOwn, ownEmail, type OwnPerson } from './own-person.ts';

type Own = NonNullable<OwnDocument['person']>;

/** The caller's own page, without other people's data. */
export async function ownDocument(work: OperationWork): Promise<OwnDocument> {
  const { caller, installation, nowMs } = work;
  const settings = installation.readSettings();
  const found = await findOwn(work);
  const explanation = found === undefined ? undefined : await explanationOf(work, found);
  const today = dayOf(nowMs);
  const lastDay = addDays(today, requestLimits.daysMax);
  const window = windowAt('platform', today, { anchorDay: settings.platformWindowAnchorDay });
  return {
    name: caller.name,
    email: ownEmail(caller, settings) ?? null,
    at: new Date(nowMs).toISOString(),
    person: found === undefined || explanation === undefined ? null : await ownPart(work, found, explanation),
    asking: {
      firstDay: today,
      lastDay,
      usualDay: earliestDay(window.through, lastDay),
      reasonCharsMax: requestLimits.reasonCharsMax,
      openMax: requestLimits.openMax,
    },
    hook: { tokensMax: hookTokensMax, links: settings.doorUrl ?? null, file: hookPaths.file },
  };
}

/** The budget that limits a person, in a request's form; undefined for none. */
export async function ownBudget(work: OperationWork, person: OwnPerson): Promise<RequestedBudget | undefined> {
  const { verdict } = (await explanationOf(work, person)) ?? {};
  if (verdict?.kind !== 'limited' || verdict.binding.window === undefined) {
    return undefined;
  }
  const { budget, window } = verdict.binding;
  return { scope: formatScope(budget.scope), window: budget.window, through: window.through };
}

async function explanationOf(work: OperationWork, { email }: OwnPerson): Promise<Explanation | undefined> {
  const outcome = await explainUser(
    { ...snapshotPorts(work), journal: work.installation.journal, plans: work.installation.plans },
    { ...snapshotOrder(work), email },
  );
  return outcome.kind === 'nobody' ? undefined : visibleExplanation(outcome.explanation, onlyOwn(email));
}

function onlyOwn(own: string): Visible {
  const email = (text: string): boolean => emailKey(text) === own;
  return { team: () => false, email, scope: (text) => text.startsWith('user:') && email(text.slice('user:'.length)) };
}

async function ownPart(work: OperationWork, person: OwnPerson, explanation: Explanation): Promise<Own> {
  const { installation, nowMs } = work;
  const { userId, email } = person;
  const at = new Date(nowMs).toISOString();
  const [left, days, warnings, requests, tokens] = await Promise.all([
    ownLeft(work, person, explanation),
    ownDays(work, person, explanation),
    readOwnWarnings(installation.alerts, userId),
    installation.requests.list(requestMonths(dayOf(nowMs))),
    tokensOf(installation, userId),
  ]);
  return {
    left,
    explanation: explanationDocument(explanation, installation.readSettings().admins),
    days,
    warnings,
    requests: requests
      .filter((request) => request.email === email)
      .toSorted((a, b) => (a.askedAt < b.askedAt ? 1 : -1))
      .map((request) => requestDocument(request, at)),
    tokens: workingTokens(tokens).map(hookTokenDocument),
  };
}

async function ownLeft(
  { installation, nowMs }: OperationWork,
  { userId }: OwnPerson,
  { usedCredits, dataThrough: through }: Explanation,
): Promise<Own['left']> {
  const { platformWindowAnchorDay: anchorDay, unlimitedCredits } = installation.readSettings();
  const [record, seen] = await Promise.all([installation.limits.find(userId), installation.live.readSeen(userId)]);
  const left = personalLeft(record, {
    usedCredits,
    today: dayOf(nowMs),
    platformWindow: { anchorDay },
    unlimitedCredits,
    through,
    seen: seen?.days,
  });
  return left === undefined
    ? null
    : {
        limit: left.limitCredits,
        left: left.leftCredits,
        resetsAt: `${left.resetsOn}T00:00:00.000Z`,
        through: left.through ?? null,
        seen: left.seenCredits ?? 0,
      };
}

async function ownDays(
  { installation: { ledger } }: OperationWork,
  { userId }: OwnPerson,
  { platformWindow: { from }, today }: Explanation,
): Promise<Own['days']> {
  const range = { from, through: addDays(today, -1) };
  if (range.through < from) {
    return [];
  }
  const [known, rows] = await Promise.all([ledger.listDays(range), ledger.readUser(userId, range)]);
  const statuses = new Map(known.map(({ day, status }) => [day, status]));
  return daysOf(range).map((day) => ({
    day,
    status: statuses.get(day) ?? 'missing',
    credits: rows.reduce((sum, row) => (row.day === day ? sum + row.credits : sum), 0),
  }));
}
