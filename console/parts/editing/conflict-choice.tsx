import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';

import { NameText } from '../texts/name-text.tsx';
import { TimeText } from '../texts/time-text.tsx';
import type { FieldConflict } from './record-form.ts';
import type { Conflict } from './use-draft.ts';

interface ConflictChoiceProps<Field extends string> {
  readonly conflict: Conflict<Field>;
  /** What it is: `budget`. */
  readonly what: string;
  /** Goes on with both edits; in these fields theirs stays. */
  readonly onContinue: (keepsTheirs: ReadonlySet<Field>) => void;
  /** Gives up what was typed. */
  readonly onTakeTheirs: () => void;
}

/** A concurrent edit: both values of every changed field, until the user has chosen. */
export function ConflictChoice<Field extends string>(props: ConflictChoiceProps<Field>) {
  const { what, conflict, onContinue, onTakeTheirs } = props;
  const { theirs, fields } = conflict;
  const [kept, setKept] = useState<ReadonlySet<Field>>(new Set());
  return (
    <Alert
      header={theirs === undefined ? `This ${what} was removed meanwhile` : 'This was changed meanwhile'}
      type="warning"
    >
      <SpaceBetween size="s">
        <div role="alert">
          {theirs === undefined ? (
            `What you typed is kept. Going on makes the ${what} again.`
          ) : (
            <>
              <NameText text={wordOf(theirs.updatedBy)} /> saved another version{' '}
              <TimeText at={wordOf(theirs.updatedAt)} isAgo />. What you typed is kept; nothing was saved.
            </>
          )}
        </div>
        {fields.length > 0 && theirs !== undefined && (
          <div aria-label="Both versions" className="figures" role="region" tabIndex={0}>
            <table className="editing-conflict">
              <caption className="visually-hidden">Both versions of what changed</caption>
              <thead>
                <tr>
                  <th scope="col">Field</th>
                  <th scope="col">When you began</th>
                  <th scope="col">Theirs, saved</th>
                  <th scope="col">Yours, not saved</th>
                </tr>
              </thead>
              <tbody>
                {fields.map((each) => (
                  <ConflictRow
                    each={each}
                    isTheirs={kept.has(each.field)}
                    key={each.field}
                    onChoose={(isTheirs) => setKept(withField(kept, each.field, isTheirs))}
                  />
                ))}
              </tbody>
            </table>
          </div>
        )}
        <SpaceBetween direction="horizontal" size="xs">
          <Button onClick={() => onContinue(kept)} variant="primary">
            Go on with these
          </Button>
          <Button onClick={onTakeTheirs}>Take theirs, drop mine</Button>
        </SpaceBetween>
      </SpaceBetween>
    </Alert>
  );
}

interface ConflictRowProps {
  readonly each: FieldConflict<string>;
  readonly isTheirs: boolean;
  readonly onChoose: (isTheirs: boolean) => void;
}

function ConflictRow({ each, isTheirs, onChoose }: ConflictRowProps) {
  const { field, label, began, theirs, mine, isClash } = each;
  const choice = (value: string, whose: 'theirs' | 'mine') => (
    <label>
      <input
        checked={isTheirs === (whose === 'theirs')}
        name={`conflict-${field}`}
        onChange={() => onChoose(whose === 'theirs')}
        type="radio"
      />{' '}
      <span className="visually-hidden">
        {label}, {whose}:{' '}
      </span>
      <NameText text={value === '' ? 'none' : value} />
    </label>
  );
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>
        <NameText text={began === '' ? 'none' : began} />
      </td>
      <td>{isClash ? choice(theirs, 'theirs') : <NameText text={theirs === '' ? 'none' : theirs} />}</td>
      <td>{isClash ? choice(mine, 'mine') : 'not touched'}</td>
    </tr>
  );
}

function withField<Field extends string>(kept: ReadonlySet<Field>, field: Field, isIn: boolean): ReadonlySet<Field> {
  const next = new Set(kept);
  if (isIn) {
    next.add(field);
  } else {
    next.delete(field);
  }
  return next;
}

function wordOf(value: unknown): string {
  return typeof value === 'string' ? value : 'another person';
}
