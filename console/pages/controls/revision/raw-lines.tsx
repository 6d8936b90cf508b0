import { useRead } from '../../../api/queries.ts';
import { ProblemAlert } from '../../../parts/problem-alert.tsx';
import { countedText } from '../../../parts/texts/amounts.ts';
import { harmless } from '../../../parts/texts/name-text.tsx';
import { lineDiff, type DiffLine } from './line-diff.ts';
import type { Revision } from './revision.ts';

export function RawLines({ revision, previous }: { readonly revision: Revision; readonly previous: number }) {
  const before = useRead('showRevision', { revision: String(previous) }, { isLive: false });
  if (before.data === undefined) {
    return before.error === null ? (
      <div className="loading" role="status">
        Reading …
      </div>
    ) : (
      <ProblemAlert problem={before.error} />
    );
  }
  const lines = lineDiff(textOf(before.data.document.settings), textOf(revision.settings));
  return lines.length === 0 ? (
    <p>The settings are the same.</p>
  ) : (
    <div aria-label="Difference of the settings" className="controls-diff" role="region" tabIndex={0}>
      {lines.map((line, index) => (
        // Lines have no id, and they do not move.
        <Line key={index} line={line} />
      ))}
    </div>
  );
}

const signs = { same: ' ', added: '+', removed: '−' } as const;

function Line({ line }: { readonly line: DiffLine }) {
  return line.kind === 'gap' ? (
    <div className="controls-gap">… {countedText(line.lines, 'line')} the same</div>
  ) : (
    <div className={`controls-line controls-${line.kind}`}>
      {signs[line.kind]} {harmless(line.text)}
    </div>
  );
}

/** Sorted by name: the platform's order has no meaning. */
function textOf(settings: Revision['settings']): string {
  return JSON.stringify(settings, (_name, value: unknown) => sorted(value), 2);
}

function sorted(value: unknown): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;
}
