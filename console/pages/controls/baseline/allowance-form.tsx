import { useState } from 'react';

import { announcementRecord } from '../../../../shared/controls/contract/announcement.ts';
import { exceptionRecord } from '../../../../shared/controls/contract/control-exception.ts';
import { useChange } from '../../../api/queries.ts';
import { DraftFields } from '../../../parts/editing/draft-fields.tsx';
import { formOf } from '../../../parts/editing/form-of.ts';
import { saidOf, type Draft, type RecordForm } from '../../../parts/editing/record-form.ts';
import { Question } from '../../../parts/question.tsx';

export type AllowanceKind = 'exception' | 'announcement';

const forms: Readonly<Record<AllowanceKind, RecordForm<string>>> = {
  exception: formOf(exceptionRecord) as RecordForm<string>,
  announcement: formOf(announcementRecord) as RecordForm<string>,
};

const titles = { exception: 'Make an exception', announcement: 'Announce a change' } as const;

/** Allows a control to deviate for a time, or announces a change of it. The draft stays until the API accepts it. */
export function AllowanceForm({
  kind,
  pattern,
  onLeave,
}: {
  readonly kind: AllowanceKind;
  readonly pattern: string;
  readonly onLeave: () => void;
}) {
  const form = forms[kind];
  const [draft, setDraft] = useState<Draft<string>>({ ...form.fresh, pattern });
  const [isTried, setTried] = useState(false);
  const add = useChange(kind === 'exception' ? 'addException' : 'announceChange');
  const own = form.faults(draft);
  const refused = (add.error?.fields ?? []).map(({ field, problem }) => [field.replace(/^body\./u, ''), problem]);
  const faults = { ...(Object.fromEntries(refused) as Readonly<Record<string, string>>), ...own };
  const send = (): void => {
    setTried(true);
    if (Object.keys(own).length > 0) {
      return;
    }
    const said = saidOf(form, undefined, draft);
    const body = kind === 'exception' ? { from: new Date().toISOString(), ...said } : said;
    add.mutate({ given: { body } as unknown as Parameters<typeof add.mutate>[0]['given'] }, { onSuccess: onLeave });
  };
  return (
    <Question
      action={titles[kind]}
      isBusy={add.isPending}
      onConfirm={send}
      onLeave={onLeave}
      problem={form.fields.some(({ name }) => faults[name] !== undefined) ? null : add.error}
      question={titles[kind]}
    >
      <DraftFields
        draft={draft}
        faults={faults}
        fields={form.fields}
        onChange={(field, text) => setDraft({ ...draft, [field]: text })}
        showsMissing={isTried}
      />
    </Question>
  );
}
