import fc from 'fast-check';
import { test } from 'vitest';
import { drawnChange, drawnValues, groups, rightsIn, settingsOf, type Group } from '/work/wt-inforce/test/support/controls-oracle.ts';
import { diffControls } from '/work/wt-inforce/shared/domain/controls/diff/diff-controls.ts';
test('x', () => {
  const bad = new Map<string, any>(); const counts: Record<string, number> = {};
  fc.assert(fc.property(fc.oneof(drawnChange, fc.tuple(drawnValues, drawnValues)), ([b, a]) => {
    const [before, after] = [rightsIn(b), rightsIn(a)];
    const changes = diffControls(settingsOf(b), settingsOf(a)).filter(c => c.quiet === undefined);
    for (const [g, fields] of Object.entries(groups) as [Group, readonly string[]][]) {
      const gained = [...after[g].difference(before[g])], lost = [...before[g].difference(after[g])];
      const own = changes.filter(c => fields.includes(c.field));
      const dirs = own.map(c => `${c.field}:${c.direction}`);
      const push = (k: string) => { counts[`${g} ${k}`] = (counts[`${g} ${k}`] ?? 0) + 1; if (!bad.has(`${g} ${k}`)) bad.set(`${g} ${k}`, { b: Object.fromEntries(fields.map(f => [f, b[f]])), a: Object.fromEntries(fields.map(f => [f, a[f]])), gained, lost, own: own.map(c => [c.field, c.direction, c.severity, c.sentence, ...c.notes]) }); };
      if (gained.length > 0 && !own.some(c => c.direction === 'loosened')) push(own.some(c => c.direction === 'changed') ? 'gained only-changed' : 'gained UNTOLD');
      if (gained.length === 0 && lost.length > 0 && own.some(c => c.direction === 'loosened')) push('lost but loosened');
      if (gained.length === 0 && lost.length === 0 && own.some(c => c.direction === 'loosened' && c.severity !== 'info')) push('equal but loosened');
      if (gained.length === 0 && lost.length > 0 && own.length === 0) push('lost UNTOLD');
    }
    return true;
  }), { numRuns: 6000 });
  console.log(counts);
  for (const [k, v] of bad) console.log(k, JSON.stringify(v, null, 0));
});
