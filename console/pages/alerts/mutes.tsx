import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { Fragment, useState } from 'react';

import { describeAlertCount } from '../../../shared/notifications/alert-order.ts';
import { alertStatuses, kindTerms } from '../../../shared/notifications/topics.ts';
import type { OperationDocument } from '../../api/call-api.ts';
import { useMay } from '../../api/caller.ts';
import { useChange, useRead } from '../../api/queries.ts';
import { DayField } from '../../parts/lists/day-field.tsx';
import { Question } from '../../parts/question.tsx';
import { NameText } from '../../parts/texts/name-text.tsx';
import { PageLink } from '../../parts/texts/page-link.tsx';
import { DayText } from '../../parts/texts/time-text.tsx';

type Mute = OperationDocument<'listMutes'>['rows'][number];

/** How many alerts are open, how many the list leaves out, and the mutes in force. */
export function Silenced() {
  const read = useRead('listAlertRows', { limit: '1' });
  const mutes = useRead('listMutes', {}).data?.document.rows ?? [];
  const counts = read.data?.document;
  const silent = alertStatuses.flatMap((status) => {
    const count = status === 'open' ? 0 : (counts?.[status] ?? 0);
    return count === 0 ? [] : [{ status, count }];
  });
  return (
    <>
      <p className="soft">
        {counts === undefined ? <>&nbsp;</> : `${describeAlertCount(counts.bySeverity, 'open alert')}. `}
        {silent.length > 0 && 'Not listed: '}
        {silent.map(({ status, count }, at) => (
          <Fragment key={status}>
            {at > 0 && ', '}
            <PageLink to={`/alerts?status=${status}`}>
              {count} {status}
            </PageLink>
          </Fragment>
        ))}
        {silent.length > 0 && '. Critical alerts are never muted.'}
      </p>
      {mutes.length > 0 && (
        <ul aria-label="Mutes">
          {mutes.map((mute) => (
            <MuteRow key={mute.id} mute={mute} />
          ))}
        </ul>
      )}
    </>
  );
}

function MuteRow({ mute: { id, kind, subject, until, by, reason } }: { readonly mute: Mute }) {
  const unmute = useChange('unmuteAlerts');
  const mayMute = useMay('unmuteAlerts');
  return (
    <li>
      {kindTerms(kind).title}
      {subject !== null && (
        <>
          {' '}
          about <NameText charsMax={60} text={subject} />
        </>
      )}
      : muted through <DayText day={until} /> by <NameText charsMax={60} text={by} />:{' '}
      <NameText charsMax={200} text={reason} />{' '}
      {mayMute && (
        <Button loading={unmute.isPending} onClick={() => unmute.mutate({ given: { mute: id } })} variant="inline-link">
          End
        </Button>
      )}
    </li>
  );
}

/** Asks for what a mute needs: whom or what it is about, why, and its last day. */
function MuteQuestion({ kind, onClose }: { readonly kind: Mute['kind']; readonly onClose: () => void }) {
  const mute = useChange('muteAlerts');
  const [subject, setSubject] = useState('');
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState('');
  const [isTried, setTried] = useState(false);
  const submit = async (): Promise<void> => {
    setTried(true);
    if (reason.trim() !== '' && until !== '') {
      await mute.mutateAsync({
        given: {
          body: { kind, reason: reason.trim(), until, ...(subject.trim() !== '' && { subject: subject.trim() }) },
        },
      });
      onClose();
    }
  };
  return (
    <Question
      action="Mute"
      isBusy={mute.isPending}
      onConfirm={() => {
        submit().catch(() => undefined);
      }}
      onLeave={onClose}
      problem={mute.error}
      question={`Mute: ${kindTerms(kind).title}?`}
    >
      <p>Open and new alerts of this kind are left out of lists and mails. Critical ones are never muted.</p>
      <FormField description="A person, budget, computer, session or repository. Default: all" label="Only about">
        <Input onChange={({ detail }) => setSubject(detail.value)} value={subject} />
      </FormField>
      <FormField
        description="Stands in the journal"
        errorText={isTried && reason.trim() === '' ? 'Say why these alerts need nothing' : ''}
        label="Reason"
      >
        <Input onChange={({ detail }) => setReason(detail.value)} value={reason} />
      </FormField>
      <DayField
        hint={isTried && until === '' ? 'Say until when' : 'The last day, UTC'}
        label="Through"
        onChange={setUntil}
        value={until}
      />
    </Question>
  );
}

/** Mutes the one kind that is shown; evidence takes an acknowledgement of each alert. */
export function MuteKind({ kind }: { readonly kind: Mute['kind'] | undefined }) {
  const [isAsked, setAsked] = useState(false);
  const mayMute = useMay('muteAlerts');
  if (!mayMute || kind === undefined || kindTerms(kind).isEvidence === true) {
    return null;
  }
  return (
    <>
      <Button onClick={() => setAsked(true)}>Mute this kind</Button>
      {isAsked && <MuteQuestion kind={kind} onClose={() => setAsked(false)} />}
    </>
  );
}
