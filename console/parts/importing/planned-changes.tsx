import Alert from '@cloudscape-design/components/alert';

import { grouped } from '../../../shared/kernel/texts/amounts.ts';
import type { ApiProblem } from '../../api/problem.ts';
import { changeWords } from '../editing/record-form.ts';
import { ProblemAlert } from '../problem-alert.tsx';
import { countedText } from '../texts/amounts.ts';
import { capital } from '../texts/capital.ts';
import { NameText } from '../texts/name-text.tsx';
import type { ImportKind, ImportPlan } from './use-import.ts';

const shownMax = 100;

export function PlannedChanges({ kind, plan }: { readonly kind: ImportKind; readonly plan: ImportPlan }) {
  const { changes, unchanged, blocked, warnings = [], teams } = plan;
  return (
    <div>
      <p>
        {countedText(changes.length, kind.one)} {changes.length === 1 ? 'changes' : 'change'}, {grouped(unchanged)}{' '}
        {unchanged === 1 ? 'is' : 'are'} like that already
        {teams !== undefined && `; ${countedText(teams.changes.length, 'team')} too`}.
      </p>
      <ul>
        {blocked.map(({ key, problem }) => (
          <li key={key}>
            <NameText text={key} /> is left alone: <NameText charsMax={300} text={problem} />
          </li>
        ))}
        {warnings.map(({ at, problem }) => (
          <li key={`${at} ${problem}`}>
            <NameText text={at} />: <NameText charsMax={300} text={problem} />
          </li>
        ))}
      </ul>
      {changes.length > 0 && (
        <div className="figures" role="region" aria-label="Changes" tabIndex={0}>
          <table className="editing-changes">
            <thead>
              <tr>
                <th scope="col">{capital(kind.one)}</th>
                <th scope="col">What changes</th>
              </tr>
            </thead>
            <tbody>
              {changes.slice(0, shownMax).map((change) => (
                <tr key={kind.keyText(change)}>
                  <td>
                    <NameText charsMax={60} text={kind.keyText(change)} />
                  </td>
                  <td>
                    <NameText charsMax={300} text={changeWords(kind.form, change.before, change.after).join('; ')} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {changes.length > shownMax && <p>and {grouped(changes.length - shownMax)} more</p>}
    </div>
  );
}

/** The errors of a file by row; nothing of it is imported. */
export function RowErrors({
  problem,
  text,
  onRetry,
}: {
  readonly problem: ApiProblem;
  /** The file. */
  readonly text: string;
  readonly onRetry: () => void;
}) {
  const { kind, fields } = problem;
  if (kind !== 'invalid-input' || fields.length === 0) {
    return <ProblemAlert onRetry={onRetry} problem={problem} />;
  }
  const lines = text.split('\n');
  return (
    <Alert header={`${countedText(fields.length, 'problem')}: nothing is changed before they are mended`} type="error">
      <div role="alert">
        <div aria-label="Problems" className="figures" role="region" tabIndex={0}>
          <table className="editing-changes">
            <thead>
              <tr>
                <th scope="col">Where</th>
                <th scope="col">What stands there</th>
                <th scope="col">What is wrong</th>
              </tr>
            </thead>
            <tbody>
              {fields.map(({ field, problem: wrong }) => (
                <tr key={`${field} ${wrong}`}>
                  <td>
                    <NameText text={field} />
                  </td>
                  <td>
                    <NameText charsMax={60} text={lines[Number(/\d+/u.exec(field)?.[0] ?? 0) - 1] ?? '–'} />
                  </td>
                  <td>
                    <NameText charsMax={300} text={wrong} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </Alert>
  );
}
