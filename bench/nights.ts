import { runClaim, type Ratio } from './measure/claim.ts';
import { tableText } from './measure/figures.ts';
import { during, inFolder, withBuilt } from './measure/programs.ts';
import { ratioOf, spreadOf, spreadText } from './measure/spread.ts';
import { nightOfEdits, type NightKind } from './night/night-kinds.ts';
import {
  contestantNames,
  contestants,
  type ContestantName,
  type DayFigures,
  type Programs,
} from './nights/contestants.ts';
import { startWorld } from './nights/world.ts';

/*
 * Whole days of the same people under Curfew, under the quota monitor of AWS's guidance for coding assistants and under
 * an hourly tracker that reads the whole cycle again, both restated from what is published; and what Curfew's calls
 * take alone. `--nights` takes the first of them. The goal: a night makes the same calls as its floor.
 */

/** In the order of the calendar: each night finds what the one before has left. */
const nightKinds: readonly (NightKind & { readonly about: string })[] = [
  { kind: 'first', today: '2026-05-14', about: 'the first day: no limit, no ledger' },
  { kind: 'steady', today: '2026-05-15', about: 'a Friday like many' },
  { kind: 'Sunday', today: '2026-05-17', about: 'few people at work; ours reads four weeks again' },
  { kind: 'window start', today: '2026-06-01', about: 'a new month, new quarter budgets, two weeks missed' },
  { kind: nightOfEdits, today: '2026-06-02', about: 'five budgets edited in the day, each with its own run' },
];

/** Days of the same people under each of them, in turns; a round begins with an organization that none has seen. */
export async function measureNights({
  users,
  rounds,
  nights,
  who: chosen = contestantNames,
}: {
  readonly users: number;
  readonly rounds: number;
  readonly nights: number;
  readonly who?: readonly ContestantName[];
}) {
  const kinds = nightKinds.slice(0, nights);
  const measured = new Map<string, DayFigures[]>();
  const runRound = async (programs: Programs, folder: string, round: number): Promise<void> =>
    during(await startWorld(users, nightKinds[0]?.today ?? '', folder), async (world) => {
      for (const [index, night] of kinds.entries()) {
        await world.setDay(night.today);
        for (const who of inTurn(round + index).filter((each) => chosen.includes(each))) {
          const key = `${night.kind} ${who}`;
          const day = await contestants[who].runDay(world, programs, night);
          measured.set(key, [...(measured.get(key) ?? []), day]);
        }
      }
    });
  const files = ['night/night-process.ts', 'nights/peers/peer-process.ts'];
  await withBuilt(files, async ([night = '', peer = '']) => {
    for (let round = 0; round < rounds; round += 1) {
      await inFolder(async (folder) => runRound({ night, peer }, folder, round));
    }
  });
  const rows = kinds.flatMap(({ kind, about }) =>
    chosen.map((who) => {
      const { freshness } = contestants[who];
      return { kind, about, who, ...mediansOf(measured.get(`${kind} ${who}`) ?? []), freshness };
    }),
  );
  return { users, rounds, rows };
}

/** Each begins in another turn; the floor comes behind ours. */
function inTurn(turn: number): readonly ContestantName[] {
  const groups: readonly (readonly ContestantName[])[] = [['ours', 'floor'], ['monitor'], ['tracker']];
  const first = turn % groups.length;
  return [...groups.slice(first), ...groups.slice(0, first)].flat();
}

/** Counts are medians, too: those of a day hardly vary. */
function mediansOf(days: readonly DayFigures[]) {
  const spread = (figure: (day: DayFigures) => number) => spreadOf(days.map(figure));
  return {
    runs: spread(({ runs }) => runs).median,
    calls: spread(({ calls }) => calls).median,
    tableCalls: spread(({ tableCalls }) => tableCalls).median,
    writeUnits: spread(({ writeUnits }) => writeUnits).median,
    readUnits: spread(({ readUnits }) => readUnits).median,
    limitsSent: spread(({ limitsSent }) => limitsSent).median,
    cpuSeconds: spread(({ cpuSeconds }) => cpuSeconds),
    seconds: spread(({ seconds }) => seconds),
    peakMb: spread(({ peakMb }) => peakMb),
  };
}
type Row = Awaited<ReturnType<typeof measureNights>>['rows'][number];

function ratiosBeside(day: Row, ours: Row, users: number): readonly Ratio[] {
  const ratio = (
    what: string,
    figure: (each: Row) => Parameters<typeof ratioOf>[1],
    shown?: Parameters<typeof ratioOf>[3],
  ) => ratioOf([`${what}, ${day.kind}, ${users} people`, contestants[day.who].label], figure(day), figure(ours), shown);
  const work = [
    ratio('calls', ({ calls }) => calls),
    ratio('CPU of a day', ({ cpuSeconds }) => cpuSeconds, { unit: 's', digits: 2 }),
    ratio('memory in MB', ({ peakMb }) => peakMb.median),
  ];
  return day.who === 'floor'
    ? work
    : [
        ...work,
        ratio('units written', ({ writeUnits }) => writeUnits),
        ratio('hours until a credit is known', ({ freshness }) => freshness.meanHours, { digits: 2 }),
      ];
}

function cellsOf(row: Row): readonly (string | number)[] {
  return [
    row.kind,
    contestants[row.who].label,
    row.runs,
    row.calls,
    row.tableCalls,
    Math.round(row.writeUnits),
    Math.round(row.readUnits),
    row.limitsSent,
    spreadText(row.cpuSeconds, 's', 2),
    spreadText(row.seconds, 's', 1),
    spreadText(row.peakMb, 'MB', 0),
  ];
}

const titles = 'day,who,runs,calls,table calls,units written,units read,limits sent,CPU,wall,memory'.split(',');

function hoursText(hours: number): string {
  return hours < 1 ? `${(60 * hours).toFixed(1)} min` : `${hours.toFixed(1)} h`;
}

await runClaim(import.meta, async ({ number }) => {
  const [users, rounds, nights] = [number('users'), number('rounds'), number('nights')];
  const document = await measureNights({ users, rounds, nights });
  const { rows } = document;
  const callsOf = (who: ContestantName) => rows.filter((row) => row.who === who).map(({ calls }) => calls);
  return {
    document,
    ratios: rows.flatMap((ours) =>
      ours.who === 'ours'
        ? rows
            .filter(({ kind, who }) => kind === ours.kind && who !== 'ours')
            .flatMap((day) => ratiosBeside(day, ours, users))
        : [],
    ),
    report: [
      tableText(titles, rows.map(cellsOf), 2),
      '',
      tableText(
        ['who', 'a credit is known after, mean', 'at most', 'ends in'],
        Object.values(contestants).map(({ label, freshness, endsIn }) => [
          label,
          hoursText(freshness.meanHours),
          hoursText(freshness.maxHours),
          endsIn,
        ]),
      ),
      `\n${users} people; ${rounds} rounds in turns: median (least–most).`,
      ...nightKinds.slice(0, nights).map(({ kind, about }) => `${kind}: ${about}.`),
    ],
    hasReachedGoal: callsOf('ours').join() === callsOf('floor').join(),
  };
});
