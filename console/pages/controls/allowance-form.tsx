import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';

import { useChange } from '../../api/queries.ts';
import { ProblemAlert } from '../../parts/problem-alert.tsx';

export type AllowanceKind = 'exception' | 'announcement';

interface AllowanceFormProps {
  readonly kind: AllowanceKind;
  readonly pattern: string;
  readonly onLeave: () => void;
}

/** The fields of each, by the names that the door has for them. */
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

/** Allows a control to deviate for a time, or announces a change of it. What was written stays until it is taken. */
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
    <Modal
      closeAriaLabel="Leave it"
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button disabled={add.isPending} onClick={onLeave}>
              Leave it
            </Button>
            <Button loading={add.isPending} onClick={send} variant="primary">
              {titles[kind]}
            </Button>
          </SpaceBetween>
        </Box>
      }
      header={titles[kind]}
      onDismiss={onLeave}
      visible
    >
      <SpaceBetween size="s">
        {fields[kind].map(([name, label, help]) => (
          <FormField description={help} errorText={problemAt(name)} key={name} label={label}>
            <Input
              onChange={({ detail }) => setWritten({ ...written, [name]: detail.value })}
              value={written[name] ?? ''}
            />
          </FormField>
        ))}
        {add.error && !fields[kind].some(([name]) => problemAt(name) !== undefined) && (
          <ProblemAlert problem={add.error} />
        )}
      </SpaceBetween>
    </Modal>
  );
}
