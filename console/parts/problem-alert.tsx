import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';

import type { ApiProblem } from '../api/problem.ts';
import { NameText } from './texts/name-text.tsx';

/** A problem with its wrong fields and the remedy. */
export function ProblemAlert({ problem, onRetry }: { readonly problem: ApiProblem; readonly onRetry?: () => void }) {
  const { kind, title, message, fields } = problem;
  const isOurs = ['unreachable', 'busy', 'too-many', 'failed', 'page'].includes(kind);
  // Each field is said once, as the form calls it.
  const isOfFields = fields.length > 0 && fields.every(({ problem: wrong }) => message.includes(wrong));
  return (
    <Alert
      header={title}
      type={isOurs ? 'warning' : kind === 'not-allowed' || kind === 'held' ? 'info' : 'error'}
      action={onRetry && <Button onClick={onRetry}>Try again</Button>}
    >
      <div role="alert">
        {!isOfFields && <NameText charsMax={2_000} text={message} />}
        {fields.length > 0 && (
          <ul>
            {fields.map(({ field, problem: wrong }) => (
              <li key={`${field} ${wrong}`}>
                <code>{field.replace(/^body\./u, '')}</code> <NameText charsMax={500} text={wrong} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Alert>
  );
}
