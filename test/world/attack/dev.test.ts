import fc from 'fast-check';
import { test } from 'vitest';
import { Attack } from './attack.ts';
import { someMonths, daysOfMonths, type DrawnMonths } from './drawn-months.ts';

function compact(d: DrawnMonths): string {
  const days = daysOfMonths(d).flatMap((day, i) => {
    const x = d.days[i]!;
    const parts = [
      ...x.events.map((e) => `${e.kind}(${e.who},x${e.factor},m${e.minute})`),
      ...(x.isMissed ? ['missed'] : []),
      ...(x.isLate ? ['late'] : []),
      ...(x.isTurnMissed ? ['turnmissed'] : []),
      ...(x.fate === 'done' ? [] : [x.fate]),
      ...(x.killedAt ? [`killed${x.killedAt}`] : []),
    ].filter((p) => p !== 'turnmissed' || true);
    return parts.length && parts.join() !== 'turnmissed' ? [`${day}: ${parts.join(' ')}`] : [];
  });
  const { days: _d, ...rest } = d;
  return JSON.stringify(rest, (_k, v) => (v === Infinity ? 'inf' : v)) + '\n' + days.join('\n');
}

test('dev', { timeout: 900_000 }, async () => {
  const seed = Number(process.env['S'] ?? 1);
  const shrink = Number(process.env['SHRINK'] ?? 0);
  const started = Date.now();
  const cpu = process.cpuUsage();
  let played = 0;
  let promises = 0;
  const r = await fc.check(
    fc.asyncProperty(someMonths, async (d) => {
      played += 1;
      promises += await new Attack(d).play();
    }),
    {
      seed,
      numRuns: Number(process.env['N'] ?? 100),
      ...(process.env['P'] ? { path: process.env['P'] } : {}),
      endOnFailure: shrink === 0,
      ...(shrink ? { interruptAfterTimeLimit: shrink } : {}),
    },
  );
  const u = process.cpuUsage(cpu);
  console.log(
    `played ${played} in ${((Date.now() - started) / 1000).toFixed(1)}s, cpu ${((u.user + u.system) / 1e6).toFixed(1)}s, promises ${promises}`,
  );
  if (r.failed) {
    console.log(
      `FAILED seed ${r.seed} path ${r.counterexamplePath}\n`,
      String((r.errorInstance as Error)?.stack ?? r.errorInstance).slice(0, 900),
      '\n',
      r.counterexample ? compact(r.counterexample[0]) : '',
    );
  }
});
