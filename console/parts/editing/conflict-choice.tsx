import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState, type ReactNode } from 'react';

import { PlainTable } from '../lists/plain-table.tsx';
import { NameText } from '../texts/name-text.tsx';
import { TimeText } from '../texts/time-text.tsx';
import type { FieldConflict } from './record-form.ts';
import type { Conflict } from './use-draft.ts';

/** A concurrent edit: both values of every changed field, until the user has chosen. */
export function ConflictChoice<Field extends string>(props: {
  readonly conflict: Conflict<Field>;
  /** What it is: `budget`. */
  readonly what: string;
  /** Goes on with both edits; in these fields theirs stays. */
  readonly onContinue: (keepsTheirs: ReadonlySet<Field>) => void;
  /** Gives up what was typed. */
  readonly onTakeTheirs: () => void;
}) {
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
          <div className="editing-conflict">
            <PlainTable
              columns={[
                { title: 'Field' },
                { title: 'When you began' },
                { title: 'Theirs, saved' },
                { title: 'Yours, not saved' },
              ]}
              label="Both versions of what changed"
              rows={fields.map((each) => ({
                key: each.field,
                cells: cellsOf(each, kept.has(each.field), (isTheirs) =>
                  setKept(withField(kept, each.field, isTheirs)),
                ),
              }))}
            />
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

/** A field with both values, of which one is chosen where both changed. */
function cellsOf(
  { field, label, began, theirs, mine, isClash }: FieldConflict<string>,
  isTheirs: boolean,
  onChoose: (isTheirs: boolean) => void,
): readonly ReactNode[] {
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
      <ValueText value={value} />
    </label>
  );
  return [
    label,
    <ValueText key="began" value={began} />,
    isClash ? choice(theirs, 'theirs') : <ValueText key="theirs" value={theirs} />,
    isClash ? choice(mine, 'mine') : 'not touched',
  ];
}

function ValueText({ value }: { readonly value: string }) {
  return <NameText text={value === '' ? 'none' : value} />;
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
