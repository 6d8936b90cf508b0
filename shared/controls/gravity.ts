import { catalogue } from '../control-diff/catalogue/catalogue.ts';
import { compareText } from '../kernel/texts/compare-text.ts';
import { compareSeverity } from '../notifications/severity.ts';
import type { ControlChange } from './control-change.ts';

/** Among equals, the catalogue's order decides: isolation comes before lists. */
function placeInCatalogue(field: string): number {
  return places.get(field) ?? places.size;
}

const places: ReadonlyMap<string, number> = new Map(catalogue.map(({ field }, index) => [field, index]));

const directions = ['loosened', 'changed', 'tightened'] as const;

/** Sorts changes by their own severity first, so that circumstances do not hide a disabled shield. */
export function compareGravity(a: ControlChange, b: ControlChange): number {
  return (
    Number(a.quiet !== undefined) - Number(b.quiet !== undefined) ||
    compareSeverity(a.baseSeverity ?? a.severity, b.baseSeverity ?? b.severity) ||
    compareSeverity(a.severity, b.severity) ||
    directions.indexOf(a.direction) - directions.indexOf(b.direction) ||
    placeInCatalogue(a.field) - placeInCatalogue(b.field) ||
    compareText(a.path, b.path)
  );
}
