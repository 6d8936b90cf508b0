import { isInherited, isPersonalScope, teamIn } from '../../budgets/scope.ts';
import type { ControlsDecisionStore, RevisionStore, WatchStateStore } from '../../controls/ports.ts';
import { listRevisions, type RevisionRules } from '../../controls/use-cases/read-revisions.ts';
import type { EnforcementSettings } from '../../enforcement/enforcement-settings.ts';
import { budgetOutlooks, type BudgetOutlook } from '../../explanation/budget-outlook.ts';
import type { Snapshot } from '../../explanation/snapshot.ts';
import { type SnapshotPorts, readSnapshot } from '../../explanation/use-cases/snapshots/read-snapshot.ts';
import type { ReadSnapshot } from '../../explanation/use-cases/snapshots/share-snapshots.ts';
import { PlatformRefusedError, PlatformUnavailableError } from '../../kernel/runs/ports.ts';
import type { RunContext } from '../../kernel/runs/run.ts';
import type { WatcherPorts } from '../../kernel/runs/use-cases/watcher-ports.ts';
import type { DayRange } from '../../kernel/time/day.ts';
import type { LedgerRow } from '../../ledger/ledger-day.ts';
import type { LiveStore } from '../../live/ports.ts';
import { compareTotals, daysToCompare } from '../../live/totals/judge-totals.ts';
import { compareSeverity } from '../../notifications/severity.ts';
import { readAlerts } from '../../notifications/use-cases/alert-document.ts';
import type { ReadinessStore } from '../../readiness/ports.ts';
import type { ControlsOfWeek, DigestFacts, OrganizationFacts } from '../describe-digest.ts';
import { digestPages, type DigestAudience, type DigestPage } from '../digest-pages.ts';
import { digestDueAt, type DigestTime, type DigestWeek } from '../digest-week.ts';
import type { PlatformDays } from '../platform-days.ts';
import type { DigestStore, OrganizationSource } from '../ports.ts';
import type { LiveOfWeek } from '../sections/live-section.ts';
import type { DigestScope } from '../sections/parts.ts';
import { stoppedPeople } from '../sections/people-sections.ts';
import { topRisers } from '../sections/risers.ts';
import { weekUseBuilder, type WeekUse } from '../week-use.ts';

export interface DigestPorts extends WatcherPorts, SnapshotPorts {
  readonly organization: OrganizationSource;
  readonly readiness: ReadinessStore;
  readonly digests: DigestStore;
  readonly revisions: RevisionStore;
  readonly watchState: WatchStateStore;
  readonly decisions: ControlsDecisionStore;
  readonly liveState: LiveStore;
}

/** The settings for digests; `contracts/settings/settings.ts` documents them. */
export interface DigestSettings extends EnforcementSettings, DigestAudience {
  readonly admins: readonly string[];
  readonly weeklyDigest: DigestAudience['weeklyDigest'] & DigestTime;
}

export interface CollectedDigest {
  readonly weeks: DigestWeek;
  readonly pages: readonly (DigestPage & { readonly facts: DigestFacts })[];
  /** What could not be read, one sentence each. */
  readonly problems: readonly string[];
  /** Some of it may be available an hour later. */
  readonly isAwayForNow: boolean;
}

const risersMax = 5;
/** Revisions read for a week; further ones are only counted. */
const revisionsMax = 50;

/** Reads the data of the last due week's digests. Reads nothing when there are no recipients. */
export async function collectDigest(
  ports: DigestPorts,
  run: RunContext,
  { settings, rules }: { readonly settings: DigestSettings; readonly rules: RevisionRules },
): Promise<CollectedDigest> {
  const atMs = Date.parse(run.at);
  const weeks = digestDueAt(atMs, settings.weeklyDigest);
  const { budgets } = await ports.budgets.list();
  if (digestPages(settings, budgets, run.today).length === 0) {
    return { weeks, pages: [], problems: [], isAwayForNow: false };
  }
  const snapshot = await readSnapshot(ports, { atMs, settings });
  // Owners have their current addresses there.
  const pages = digestPages(settings, snapshot.budgets, run.today);
  const use = await readWeekUse(ports, weeks, snapshot);
  const isOrganization = pages.some(({ scope }) => scope.kind === 'org');
  const { organization, ...found } = isOrganization
    ? await readOrganization(ports, run, { weeks, rules, settings })
    : { organization: undefined, problems: [], isAwayForNow: false };
  const factsOf = factsBuilder({ weeks, use, snapshot, organization });
  return { weeks, pages: pages.map((page) => ({ ...page, facts: factsOf(page.scope) })), ...found };
}

async function readWeekUse(
  { ledger }: DigestPorts,
  weeks: DigestWeek,
  { assignment, collected: { owners } }: ReadSnapshot,
): Promise<WeekUse> {
  const range = { from: weeks.before.from, through: weeks.week.through };
  const known = new Map((await ledger.listDays(range)).map((day) => [day.day, day]));
  const ownerOf = ({ userId }: LedgerRow): string => owners.get(userId) ?? userId;
  const builder = weekUseBuilder(weeks, { ...assignment, ownerOf });
  for await (const { day, rows } of ledger.readEach([...known.keys()])) {
    const figures = known.get(day);
    if (figures !== undefined) {
      builder.add(figures, rows);
    }
  }
  return builder.gathered();
}

interface DigestReading extends Pick<CollectedDigest, 'problems' | 'isAwayForNow'> {
  readonly organization: OrganizationFacts;
}

async function readOrganization(
  ports: DigestPorts,
  run: RunContext,
  { weeks, rules, settings }: { weeks: DigestWeek; rules: RevisionRules; settings: DigestSettings },
): Promise<DigestReading> {
  const { platform, ...found } = await readPlatformDays(ports, weeks);
  const alerts = (await readAlerts(ports.alerts, run.today)).filter(({ status }) => status === 'open');
  const controls = await readControls(ports, run, { week: weeks.week, rules });
  const readiness = await ports.readiness.list();
  const live = await readLive(ports, run, settings);
  return { organization: { platform, readiness, live, alerts, controls }, ...found };
}

async function readLive(
  { liveState, ledger }: DigestPorts,
  { today }: RunContext,
  { live }: DigestSettings,
): Promise<LiveOfWeek> {
  if (live === undefined || live.mode === 'off') {
    return { state: {}, compared: [], failures: [] };
  }
  const state = await liveState.readState();
  const days = await ledger.listDays(daysToCompare(today, live));
  return { state, ...compareTotals(state.totals, days, live) };
}

/** A failed endpoint leaves its section without figures; the digest is sent anyway. */
async function readPlatformDays(
  { organization }: DigestPorts,
  { week, before }: DigestWeek,
): Promise<Omit<DigestReading, 'organization'> & { readonly platform: PlatformDays }> {
  const range = { from: before.from, through: week.through };
  const problems: string[] = [];
  let isAwayForNow = false;
  async function read<Row>(ask: () => Promise<readonly Row[]>): Promise<readonly Row[] | undefined> {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof PlatformUnavailableError || error instanceof PlatformRefusedError) {
        problems.push(error.message);
        isAwayForNow ||= error instanceof PlatformUnavailableError;
        return undefined;
      }
      throw error;
    }
  }
  const activity = await read(async () => organization.activity(range));
  const tools = await read(async () => organization.tools(range));
  const productivity = await read(async () => organization.productivity(range));
  const platform = {
    ...(activity !== undefined && { activity }),
    ...(tools !== undefined && { tools }),
    ...(productivity !== undefined && { productivity }),
  };
  return { platform, problems, isAwayForNow };
}

/** Undefined before the controls are watched. */
async function readControls(
  ports: DigestPorts,
  run: RunContext,
  { week, rules }: { readonly week: DayRange; readonly rules: RevisionRules },
): Promise<ControlsOfWeek | undefined> {
  if ((await ports.watchState.read()) === undefined) {
    return undefined;
  }
  const asked = { period: week, countMax: revisionsMax, atMs: Date.parse(run.at) };
  const { steps } = await listRevisions(ports, rules, asked);
  const changes = steps.flatMap(({ actor, changes: made }) =>
    made
      .filter(({ quiet }) => quiet === undefined)
      .map(({ severity, sentence }) => ({
        severity,
        sentence,
        by: actor.email ?? actor.name ?? actor.id ?? 'an unknown person',
      })),
  );
  return {
    revisions: steps.length,
    changes: changes.toSorted((a, b) => compareSeverity(a.severity, b.severity)),
  };
}

function factsBuilder({
  weeks,
  use,
  snapshot,
  organization,
}: {
  readonly weeks: DigestWeek;
  readonly use: WeekUse;
  readonly snapshot: Snapshot;
  readonly organization: OrganizationFacts | undefined;
}): (scope: DigestScope) => DigestFacts {
  const { teamOf } = snapshot.assignment;
  const names = new Map(snapshot.users.map(({ userId, email }) => [userId, email]));
  const attribution = { teamOf, nameOf: (userId: string) => names.get(userId) ?? `user ${userId}` };
  const stopped = stoppedPeople(snapshot, weeks);
  const daysBefore = new Map(stopped.map((person) => [person.userId, person.daysBefore]));
  return (scope) => {
    const isIn = ({ userId }: { readonly userId: string }) =>
      scope.kind === 'org' || scope.names.includes(teamOf.get(userId) ?? '');
    const users =
      scope.kind === 'org'
        ? use.users.values()
        : use.members.filter(({ team }) => team !== undefined && scope.names.includes(team));
    return {
      weeks,
      scope,
      use,
      attribution,
      budgets: outlooksOf(scope, snapshot),
      stopped: stopped.filter(isIn),
      risers: topRisers(users, (userId) => daysBefore.get(userId) ?? 0, risersMax),
      ...(scope.kind === 'org' && organization !== undefined && { organization }),
      dataThrough: snapshot.dataThrough,
    };
  };
}

/** Of personal budgets only those that stop their user are reported. */
function outlooksOf(scope: DigestScope, snapshot: Snapshot): readonly BudgetOutlook[] {
  const { budgets } = snapshot;
  if (scope.kind === 'teams') {
    const own = budgets.filter((budget) => {
      const team = teamIn(budget.scope);
      return team !== undefined && scope.names.includes(team);
    });
    return budgetOutlooks(own, snapshot, { isInDepth: true });
  }
  const shared = budgets.filter(({ scope: whose }) => !isPersonalScope(whose));
  const defaults = budgets.filter((budget) => isInherited(budget.scope));
  return [
    ...budgetOutlooks(shared, snapshot, { isInDepth: true }),
    // Finding which of very many people will be over budget is slow, so it is left out here.
    ...budgetOutlooks(defaults, snapshot, { isInDepth: false }),
  ];
}
