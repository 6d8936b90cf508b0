import Alert from '@cloudscape-design/components/alert';

import type { ApiProblem } from '../../api/problem.ts';
import { countedText } from '../texts/amounts.ts';
import { NameText } from '../texts/name-text.tsx';
import { ProblemAlert } from '../problem-alert.tsx';

interface RowErrorsProps {
  readonly problem: ApiProblem;
  /** The file. */
  readonly text: string;
  readonly onRetry: () => void;
}

/** What is wrong with each row of a file; nothing of it is done. */
export function RowErrors({ problem, text, onRetry }: RowErrorsProps) {
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
