import { countedText } from '../../../parts/texts/amounts.ts';
import { NameText } from '../../../parts/texts/name-text.tsx';
import { SeverityText } from '../../../parts/texts/severity-text.tsx';
import type { Change } from './revision.ts';

const linesMax = 2;

/** A direction by sign and word, not color alone. */
export function DirectionText({ direction }: Pick<Change, 'direction'>) {
  const sign = direction === 'loosened' ? '▲' : direction === 'tightened' ? '▼' : '◆';
  return (
    <span className={direction === 'loosened' ? 'controls-bad' : 'controls-soft'}>
      <span aria-hidden>{sign}</span> {direction}
    </span>
  );
}

/** The changes, worst first. */
export function ChangeLines({
  changes,
  otherChanges,
}: {
  readonly changes: readonly Change[];
  readonly otherChanges: number;
}) {
  const more = changes.length - linesMax + otherChanges;
  if (changes.length === 0 && otherChanges === 0) {
    return <span className="controls-soft">Nothing that means anything</span>;
  }
  return (
    <ul className="controls-lines">
      {changes.slice(0, linesMax).map(({ path, sentence, direction, severity, announced, quiet }) => (
        <li key={path}>
          <DirectionText direction={direction} /> <code>{<NameText charsMax={80} text={path} />}</code>
          {changes.length > 1 && (
            <>
              {' '}
              <SeverityText severity={severity} />
            </>
          )}
          <div>
            <NameText charsMax={150} text={sentence} />
          </div>
          {announced !== undefined && (
            <div className="controls-soft">
              announced: <NameText charsMax={40} text={announced.ticket} />
            </div>
          )}
          {quiet === 'dormant' && <div className="controls-soft">dormant: its switch is off</div>}
        </li>
      ))}
      {more > 0 && <li className="controls-soft">and {countedText(more, 'more change')}</li>}
    </ul>
  );
}
