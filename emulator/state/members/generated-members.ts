import { DAY_MS, HISTORY_START_DAY } from '../clock.ts';
import { type Random, randomOf } from '../random.ts';
import { habitsOf } from '../usage/habits.ts';
import type { LimitChange } from '../usage/limit-book.ts';
import { emailKey, type Member, type Stay } from './member.ts';

interface PersonName {
  readonly firstName: string;
  readonly lastName: string;
}

const FIRST_NAMES =
  'Ada Alan Amara Anders Anna Arjun Bao Bela Carla Chen Clara Dana David Elena Emil Emma Farid Femi Grace Hana Hugo Ines Ivan Jamal Jana Jonas Julia Kai Kofi Lars Laura Lena Leo Lin Lucia Maja Marco Maria Mei Milan Mina Nadia Nils Noor Olga Omar Oscar Paula Pedro Priya Rafael Rania Rosa Ruth Sami Sara Sofia Stefan Tara Theo Tomas Uma Vera Victor Wei Yara Yusuf Zoe'.split(
    ' ',
  );
const LAST_NAMES =
  'Abebe Adler Ahmed Almeida Andersen Baker Banerjee Becker Bianchi Blanc Carter Castillo Chang Cohen Costa Diaz Dubois Eriksen Fischer Foster Garcia Gupta Haddad Hansen Hayashi Horvat Ibrahim Ito Jansen Jensen Kaya Keller Khan Kim Klein Kowalski Kumar Lange Larsen Lopez Mensah Meyer Mori Moreau Nakamura Nguyen Novak Okafor Olsen Osei Park Patel Pereira Petrov Popescu Rahman Ramos Rossi Sato Schmidt Silva Singh Smith Suzuki Tanaka Tran Vogel Wagner Wang Weber Wright Yilmaz Zhang'.split(
    ' ',
  );

/** Names that break careless pages, mails and tables: quotes, accents, right-to-left, markup, length. */
const AWKWARD_NAMES: readonly PersonName[] = [
  { firstName: 'Conor', lastName: "O'Brien" },
  { firstName: 'Zoë', lastName: 'Łukaszewicz-Müller' },
  { firstName: 'נועה', lastName: 'לוי\u200f' },
  { firstName: '<b>Bob</b>', lastName: '"Tables" & <script>alert(1)</script>' },
  { firstName: 'Maximiliana', lastName: 'Wolfeschlegelsteinhausenbergerdorff-'.repeat(8).slice(0, -1) },
];

const AWKWARD_LOCAL_PARTS = ['conor.obrien', 'zoe.lukaszewicz-muller', 'noa.levi', 'bob.tables', 'max.wolfe'];

/** The first few people have awkward names, except in a tiny organization. */
const AWKWARD_FROM = 5;

/** A name by index, and an address local part, not yet unique. */
function nameOf(random: Random, index: number): PersonName & { readonly localPart: string } {
  const awkward = AWKWARD_NAMES[index - AWKWARD_FROM];
  const awkwardLocalPart = AWKWARD_LOCAL_PARTS[index - AWKWARD_FROM];
  if (awkward !== undefined && awkwardLocalPart !== undefined) {
    return { ...awkward, localPart: awkwardLocalPart };
  }
  const firstName = random.pick(FIRST_NAMES);
  const lastName = random.pick(LAST_NAMES);
  return { firstName, lastName, localPart: `${firstName}.${lastName}`.toLowerCase() };
}

interface OrganizationPlan {
  readonly seed: number;
  readonly users: number;
  readonly startDay: number;
  /** Users only: no turnover and no activity. */
  readonly empty: boolean;
}

const TEAMS = ['platform', 'payments', 'search', 'mobile', 'data', 'growth', 'security', 'infra'];
const DOMAIN = 'acme.example';
const LEAVERS_SHARE = 0.02;
const RECENT_JOINERS_SHARE = 0.06;
const IDLE_SHARE = 0.03;
const LIMITED_SHARE = 0.05;
const NULL_EMAIL_SHARE = 0.015;
/** About two of a hundred people join per month, and two leave, for a year after the start day. */
const FUTURE_TURNOVER_SHARE = 0.24;
const FUTURE_DAYS = 365;
/** Smaller organizations have none of the rare kinds of people. */
const RARE_KINDS_FROM_USERS = 12;

/**
 * All generated people: the start day's roster (exactly `users` people), earlier leavers, later joiners and leavers,
 * and an id or two that only analytics know.
 */
export function generatedMembers(plan: OrganizationPlan): readonly Member[] {
  const counts = plan.empty ? { leavers: 0, newcomers: 0, unlisted: 0 } : countsOf(plan.users);
  const total = plan.users + counts.leavers + counts.newcomers + counts.unlisted;
  const taken = new Set<string>();
  return Array.from({ length: total }, (_, index) =>
    memberOf(plan, index, { taken, kind: kindOf(plan, counts, index) }),
  );
}

/** Initial limits of some users, by id. */
export function generatedLimits(plan: OrganizationPlan, members: readonly Member[]): ReadonlyMap<string, LimitChange> {
  const limits = new Map<string, LimitChange>();
  for (const member of plan.empty ? [] : members) {
    const random = randomOf(plan.seed, 'limit', member.label);
    if (member.listed && random.chance(LIMITED_SHARE)) {
      // From just under to well over a usual month, so that some are stopped in a busy one.
      const monthCredits = member.habits.dailyCredits * 25 * (0.9 + 2.5 * random.float());
      const limitCredits = Math.max(1_000, Math.round(monthCredits / 1_000) * 1_000);
      limits.set(member.id, { atMs: Date.UTC(2026, 0, 5, 9), limitCredits });
    }
  }
  return limits;
}

type Kind = 'rostered' | 'leaver' | 'newcomer' | 'unlisted';

interface Counts {
  readonly leavers: number;
  readonly newcomers: number;
  readonly unlisted: number;
}

function countsOf(users: number): Counts {
  const rare = users >= RARE_KINDS_FROM_USERS;
  const unlisted = users >= 200 ? 2 : 1;
  return {
    leavers: rare ? Math.ceil(users * LEAVERS_SHARE) : 0,
    newcomers: Math.floor(users * FUTURE_TURNOVER_SHARE),
    unlisted: rare ? unlisted : 0,
  };
}

function kindOf(plan: OrganizationPlan, counts: Counts, index: number): Kind {
  const beyond = index - plan.users;
  if (beyond < 0) {
    return 'rostered';
  }
  if (beyond < counts.leavers) {
    return 'leaver';
  }
  return beyond < counts.leavers + counts.newcomers ? 'newcomer' : 'unlisted';
}

function memberOf(plan: OrganizationPlan, index: number, { taken, kind }: { taken: Set<string>; kind: Kind }): Member {
  const random = randomOf(plan.seed, 'person', index);
  const { localPart, ...name } = nameOf(random, index);
  const email = uniqueEmail(spelled(localPart, random.chance(0.08)), taken);
  const stay = stayOf(plan, index, kind);
  return {
    id: userIdOf(plan.seed, index),
    email,
    ...name,
    createdAt: new Date(stay.fromMs).toISOString(),
    metadata: { team: random.pick(TEAMS), costCenter: `CC-${random.integer(100, 119)}` },
    label: index,
    analyticsEmail: analyticsEmailOf(plan, index, { email, kind }),
    listed: kind !== 'unlisted',
    stays: [stay],
    habits: habitsOf(plan.seed, index),
    worksUnasked: !plan.empty && !isIdle(plan, index, kind),
  };
}

/** On the roster without activity. Rare kinds are assigned by rank, so that every larger organization has them. */
function isIdle(plan: OrganizationPlan, index: number, kind: Kind): boolean {
  return (
    kind === 'rostered' &&
    plan.users >= RARE_KINDS_FROM_USERS &&
    index < Math.max(1, Math.floor(plan.users * IDLE_SHARE))
  );
}

function analyticsEmailOf(
  plan: OrganizationPlan,
  index: number,
  { email, kind }: { email: string; kind: Kind },
): string | null {
  if (kind === 'unlisted') {
    return null;
  }
  if (kind !== 'rostered' || plan.users < RARE_KINDS_FROM_USERS) {
    return email;
  }
  const fromEnd = plan.users - 1 - index;
  const nullEmails = Math.max(1, Math.floor(plan.users * NULL_EMAIL_SHARE));
  if (fromEnd < nullEmails) {
    return null;
  }
  // A few differ in case from the roster.
  return fromEnd < nullEmails + 3 ? otherCase(email) : email;
}

function otherCase(email: string): string {
  const upper = email.slice(0, 1).toUpperCase() + email.slice(1);
  return upper === email ? email.toLowerCase() : upper;
}

function spelled(localPart: string, capitalized: boolean): string {
  return capitalized ? localPart.replace(/\b\p{Ll}/gu, (letter) => letter.toUpperCase()) : localPart;
}

function uniqueEmail(localPart: string, taken: Set<string>): string {
  let email = `${localPart}@${DOMAIN}`;
  for (let suffix = 2; taken.has(emailKey(email)); suffix += 1) {
    email = `${localPart}${suffix}@${DOMAIN}`;
  }
  taken.add(emailKey(email));
  return email;
}

function stayOf(plan: OrganizationPlan, index: number, kind: Kind): Stay {
  const random = randomOf(plan.seed, 'stay', index);
  const founded = Date.UTC(2025, 0, 1) + random.integer(0, 300) * DAY_MS + random.integer(28_800, 64_800) * 1_000;
  const historyDays = Math.max(0, plan.startDay - HISTORY_START_DAY);
  const joinedLate = {
    fromMs: workMoment(HISTORY_START_DAY + random.integer(0, historyDays), random.float()),
    untilMs: Infinity,
  };
  switch (kind) {
    case 'leaver':
      return {
        fromMs: founded,
        untilMs: workMoment(HISTORY_START_DAY + random.integer(0, historyDays) - 1, random.float()),
      };
    case 'newcomer':
      return { fromMs: workMoment(plan.startDay + random.integer(2, FUTURE_DAYS), random.float()), untilMs: Infinity };
    case 'unlisted':
      return { fromMs: founded, untilMs: Infinity };
    case 'rostered': {
      if (!plan.empty && random.chance(FUTURE_TURNOVER_SHARE)) {
        return { fromMs: founded, untilMs: workMoment(plan.startDay + random.integer(2, FUTURE_DAYS), random.float()) };
      }
      const isRecent = !plan.empty && historyDays > 0 && random.chance(RECENT_JOINERS_SHARE);
      return isRecent && joinedLate.fromMs < plan.startDay * DAY_MS
        ? joinedLate
        : { fromMs: founded, untilMs: Infinity };
    }
  }
}

function workMoment(dayNumber: number, share: number): number {
  return dayNumber * DAY_MS + 8 * 3_600_000 + Math.floor(share * 9 * 3_600) * 1_000;
}

export function userIdOf(seed: number, index: number): string {
  const random = randomOf(seed, 'id', index);
  return `user_${digits(random.integer(0, 0xffff_ffff))}${digits(random.integer(0, 0xffff_ffff))}`;
}

function digits(value: number): string {
  return value.toString(16).padStart(8, '0');
}
