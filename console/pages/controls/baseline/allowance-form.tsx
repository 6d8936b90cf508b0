import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useState } from 'react';

import { useChange } from '../../../api/queries.ts';
import { Question } from '../../../parts/question.tsx';

export type AllowanceKind = 'exception' | 'announcement';

interface AllowanceFormProps {
  readonly kind: AllowanceKind;
  readonly pattern: string;
  readonly onLeave: () => void;
}

/** By the API's names. */
const fields = {
  exception: [
    ['pattern', 'Control', 'its path, such as sandbox.enabled'],
    ['owner', 'Who answers for it', 'an email'],
    ['ticket', 'Ticket', 'where it was decided'],
    ['reason', 'Reason', 'why'],
    ['expires', 'Until', 'a day, meant to its end, UTC: 2026-12-31'],
  ],
  announcement: [
    ['pattern', 'Control', 'its path, such as sandbox.enabled'],
    ['by', 'By whom (may be left out)', 'an email; anybody unless given'],
    ['ticket', 'Ticket', 'where it was decided'],
    ['note', 'Note (may be left out)', 'why'],
    ['until', 'Until', 'a day, meant to its end, UTC: 2026-12-31'],
  ],
} as const;

const titles = { exception: 'Make an exception', announcement: 'Announce a change' } as const;

/** Allows or announces a deviation of a control. Keeps the input until it is accepted. */
export function AllowanceForm({ kind, pattern, onLeave }: AllowanceFormProps) {
  const [written, setWritten] = useState<Readonly<Record<string, string>>>({ pattern });
  const add = useChange(kind === 'exception' ? 'addException' : 'announceChange');
  const given = Object.fromEntries(Object.entries(written).filter(([, value]) => value.trim() !== ''));
  const send = (): void => {
    const body =
      kind === 'exception' ? { from: new Date().toISOString(), ...given } : { values: [], note: '', ...given };
    add.mutate({ given: { body } as unknown as Parameters<typeof add.mutate>[0]['given'] }, { onSuccess: onLeave });
  };
  const problemAt = (name: string) =>
    add.error?.fields.find(({ field }) => field === name || field === `body.${name}`)?.problem;
  return (
    <Question
      action={titles[kind]}
      isBusy={add.isPending}
      onConfirm={send}
      onLeave={onLeave}
      problem={fields[kind].some(([name]) => problemAt(name) !== undefined) ? null : add.error}
      question={titles[kind]}
    >
      {fields[kind].map(([name, label, help]) => (
        <FormField description={help} errorText={problemAt(name)} key={name} label={label}>
          <Input
            onChange={({ detail }) => setWritten({ ...written, [name]: detail.value })}
            value={written[name] ?? ''}
          />
        </FormField>
      ))}
    </Question>
  );
}
