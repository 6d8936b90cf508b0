import { useState, type FormEvent, useId } from 'react';

import type { ApiProblem } from '../../api/problem.ts';
import { useChange } from '../../api/queries.ts';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { neededText } from '../../parts/texts/amounts.ts';
import { NameText } from '../../parts/texts/name-text.tsx';
import { Card } from './card.tsx';
import type { Own, OwnRequest } from './own-status.ts';

/** The form that asks for more. What was written stays until it was taken. */
export function Ask({ own, requests }: { readonly own: Own; readonly requests: readonly OwnRequest[] }) {
  const { firstDay, lastDay, usualDay, reasonCharsMax, openMax } = own.asking;
  const needed = own.person?.explanation.needed ?? null;
  const unwritten = { credits: needed === null ? '' : String(needed.window), until: usualDay, reason: '' };
  const [written, setWritten] = useState(unwritten);
  // A call that is made again after its answer was lost makes one request.
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());
  const ask = useChange('askForCredits');
  const open = requests.filter(({ status }) => status === 'asked').length;
  const send = (event: FormEvent): void => {
    event.preventDefault();
    ask.mutate(
      { given: { body: written }, terms: { idempotencyKey } },
      {
        onSuccess: () => {
          setKey(crypto.randomUUID());
          setWritten({ ...unwritten, credits: '' });
        },
      },
    );
  };
  const set = (name: keyof typeof written) => (text: string) => setWritten({ ...written, [name]: text });
  return (
    <Card title="Ask for more credits">
      <form className="me-form" id="ask" onSubmit={send}>
        <Field
          help={`A whole number, such as 250000, 250k or 1.5M${needed === null ? '' : `. ${neededText('You need', needed)}`}`}
          label="How many credits more"
          onChange={set('credits')}
          problem={problemAt(ask.error, 'credits')}
          value={written.credits}
        />
        <Field
          help={`Through the end of this day (UTC), at most ${lastDay}`}
          label="Last day"
          onChange={set('until')}
          problem={problemAt(ask.error, 'until')}
          range={{ min: firstDay, max: lastDay }}
          value={written.until}
        />
        <Field
          charsMax={reasonCharsMax}
          help={`For the approver; at most ${reasonCharsMax} characters`}
          isLong
          label="Reason"
          onChange={set('reason')}
          problem={problemAt(ask.error, 'reason')}
          value={written.reason}
        />
        <button className="me-button me-primary" disabled={ask.isPending || open >= openMax} type="submit">
          {ask.isPending ? 'Asking …' : 'Ask'}
        </button>
        {open >= openMax && <p className="soft">{open} requests wait for a decision; that is the most at once.</p>}
        <div aria-live="polite">
          {ask.isSuccess && <p>{takenText(ask.data.document)}</p>}
          {ask.error && ask.error.fields.length === 0 && <ProblemAlert problem={ask.error} />}
        </div>
      </form>
    </Card>
  );
}

function takenText({ status, effect }: OwnRequest): string {
  return status === 'approved'
    ? `Approved by a rule. ${effect ?? 'Your limit is raised within minutes.'}`
    : 'Asked. The decision comes by mail, and stands here.';
}

function problemAt(problem: ApiProblem | null, field: string): string | undefined {
  return problem?.fields.find((each) => each.field === `body.${field}`)?.problem;
}

interface FieldProps {
  readonly label: string;
  readonly help: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly problem: string | undefined;
  /** Of a day. */
  readonly range?: { readonly min: string; readonly max: string };
  readonly isLong?: boolean;
  readonly charsMax?: number;
}

function Field({ label, help, value, onChange, problem, range, isLong = false, charsMax }: FieldProps) {
  const id = useId();
  const given = {
    id,
    value,
    required: true,
    'aria-describedby': `${id}-help`,
    'aria-invalid': problem !== undefined,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onChange(target.value),
    maxLength: charsMax,
  };
  return (
    <div className="me-field">
      <label htmlFor={id}>{label}</label>
      {isLong ? (
        <textarea rows={3} {...given} />
      ) : (
        <input autoComplete="off" type={range === undefined ? 'text' : 'date'} {...range} {...given} />
      )}
      <div className={problem === undefined ? 'soft' : 'me-bad-text'} id={`${id}-help`}>
        {problem === undefined ? help : <NameText charsMax={300} text={problem} />}
      </div>
    </div>
  );
}
