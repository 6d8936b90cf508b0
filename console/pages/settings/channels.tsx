import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { TableProps } from '@cloudscape-design/components/table';
import { useState } from 'react';

import { channelRecord } from '../../../shared/channels/contract/channel.ts';
import { callApi, type OperationDocument } from '../../api/call-api.ts';
import { useMay } from '../../api/caller.ts';
import { useChange } from '../../api/queries.ts';
import { DraftFields } from '../../parts/editing/draft-fields.tsx';
import { formOf } from '../../parts/editing/form-of.ts';
import { draftOf, type RecordForm, saidOf } from '../../parts/editing/record-form.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PagedTable } from '../../parts/lists/paged-table.tsx';
import { Question } from '../../parts/question.tsx';
import { NameText } from '../../parts/texts/name-text.tsx';

type Channel = OperationDocument<'listChannels'>['rows'][number];

type Asked =
  | { readonly what: 'edit'; readonly channel?: Channel }
  | { readonly what: 'remove'; readonly channel: Channel };

/** Where alerts go beside mail: each channel, a test of it, and what changes it. */
export function Channels() {
  const mayEdit = useMay('setChannel');
  const test = useChange('testChannel');
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  return (
    <SpaceBetween size="m">
      {test.data && <Tested tested={test.data.document} />}
      {test.error && <Alert type="error">{test.error.message}</Alert>}
      <PagedTable<Channel>
        columns={[
          ...columns,
          ...(mayEdit
            ? [
                {
                  id: 'actions',
                  header: 'Actions',
                  minWidth: 210,
                  cell: (channel: Channel) => (
                    <SpaceBetween direction="horizontal" size="xs">
                      <Button
                        loading={test.isPending && test.variables.given.channel === nameOf(channel)}
                        onClick={() => test.mutate({ given: { channel: nameOf(channel) } })}
                        variant="inline-link"
                      >
                        Test
                      </Button>
                      <Button onClick={() => setAsked({ what: 'edit', channel })} variant="inline-link">
                        Change
                      </Button>
                      <Button onClick={() => setAsked({ what: 'remove', channel })} variant="inline-link">
                        Remove
                      </Button>
                    </SpaceBetween>
                  ),
                },
              ]
            : []),
        ]}
        empty={<EmptyState title="No channel yet">Alerts go out by mail alone. A channel gets them too.</EmptyState>}
        header={
          <Header
            actions={mayEdit && <Button onClick={() => setAsked({ what: 'edit' })}>New channel</Button>}
            description="Slack, Teams, PagerDuty, webhooks, event buses and Security Hub that alerts go to beside mail. Addresses and secrets are never shown."
            variant="h2"
          >
            Channels
          </Header>
        }
        keyOf={({ recipient }) => recipient}
        label="Channels"
        operation="listChannels"
      />
      {asked?.what === 'edit' && <EditQuestion channel={asked.channel} onClose={close} />}
      {asked?.what === 'remove' && <RemoveQuestion channel={asked.channel} onClose={close} />}
    </SpaceBetween>
  );
}

function nameOf({ recipient }: Channel): string {
  return recipient.slice(recipient.indexOf(':') + 1);
}

const states = { ready: 'Ready', 'no-address': 'No address', unreachable: 'Unreachable' } as const;
const tones = { ready: 'success', 'no-address': 'warning', unreachable: 'error' } as const;

const columns: readonly TableProps.ColumnDefinition<Channel>[] = [
  { id: 'channel', header: 'Channel', isRowHeader: true, cell: (channel) => nameOf(channel) },
  { id: 'kind', header: 'Kind', cell: ({ recipient }) => recipient.split(':')[0] },
  {
    id: 'state',
    header: 'State',
    minWidth: 140,
    cell: ({ state, problem }) => (
      <>
        <StatusIndicator type={tones[state]}>{states[state]}</StatusIndicator>
        {problem !== null && (
          <div className="soft">
            <NameText charsMax={200} text={problem} />
          </div>
        )}
      </>
    ),
  },
  { id: 'sees', header: 'Who sees what', minWidth: 260, cell: ({ sees }) => <NameText charsMax={400} text={sees} /> },
  {
    id: 'reach',
    header: 'Host and fingerprint',
    cell: ({ host, fingerprint }) =>
      host === null ? (
        '–'
      ) : (
        <>
          <NameText charsMax={80} text={host} /> <span className="soft">{fingerprint}</span>
        </>
      ),
  },
];

function Tested({ tested: { channel, sent, problem, sees } }: { readonly tested: OperationDocument<'testChannel'> }) {
  return (
    <Alert type={sent ? 'success' : 'error'}>
      {sent
        ? `The test message to ${channel} was sent. ${sees}`
        : `${channel} did not take the test message: ${problem ?? ''}`}
    </Alert>
  );
}

const fullForm = formOf(channelRecord) as RecordForm<string>;
const form = formOf(channelRecord, ['name']) as RecordForm<string>;

/** Asks for a new channel, or what changes of one; its address is asked for anew and never shown. */
function EditQuestion({ channel, onClose }: { readonly channel: Channel | undefined; readonly onClose: () => void }) {
  const set = useChange('setChannel');
  const isNew = channel === undefined;
  const shown = isNew ? fullForm : form;
  const base = isNew ? undefined : draftOf(form, channel as Readonly<Record<string, unknown>>);
  const [draft, setDraft] = useState(base ?? fullForm.fresh);
  const [reach, setReach] = useState<Reach>({ address: '', secret: '' });
  const [isTried, setTried] = useState(false);
  const name = isNew ? (draft['name'] ?? '').trim() : nameOf(channel);
  const faults = shown.faults(draft, { name });
  const submit = async (): Promise<void> => {
    setTried(true);
    if (Object.keys(faults).length > 0) {
      return;
    }
    const said = Object.entries(saidOf(shown, base, draft)).filter(([field]) => field !== 'name');
    const given = Object.entries(reach).flatMap(([field, text]) => (text.trim() === '' ? [] : [[field, text.trim()]]));
    const body = Object.fromEntries([...said, ...given]) as Readonly<Record<string, unknown>>;
    const { document } = await set.mutateAsync({
      given: { channel: name, body },
      terms: { seen: await seenOf(channel) },
    });
    if (document.madeSecret === null) {
      onClose();
    }
  };
  const made = set.data?.document.madeSecret ?? null;
  return made !== null ? (
    <MadeSecret onClose={onClose} secret={made} />
  ) : (
    <Question
      action={isNew ? 'Add' : 'Change'}
      isBusy={set.isPending}
      onConfirm={() => {
        submit().catch(() => undefined);
      }}
      onLeave={onClose}
      problem={set.error}
      question={isNew ? 'New channel' : `Change ${name}`}
    >
      <DraftFields
        draft={draft}
        faults={faults}
        fields={shown.fields}
        onChange={(field, text) => setDraft({ ...draft, [field]: text })}
        showsMissing={isTried}
      />
      <ReachFields isNew={isNew} onChange={setReach} reach={reach} />
    </Question>
  );
}

interface Reach {
  readonly address: string;
  readonly secret: string;
}

/** Address and secret, which no page shows. */
function ReachFields({
  isNew,
  reach,
  onChange,
}: {
  readonly isNew: boolean;
  readonly reach: Reach;
  readonly onChange: (reach: Reach) => void;
}) {
  const addressHelp = isNew
    ? 'Where messages are posted: an https address, or the ARN of an event bus or Security Hub. PagerDuty has one'
    : 'Only to replace it';
  const secretHelp = 'PagerDuty: the routing key. Webhook: one is made unless given. The others have none';
  return (
    <>
      <FormField constraintText={addressHelp} label="Address" stretch>
        <Input
          autoComplete={false}
          onChange={({ detail }) => onChange({ ...reach, address: detail.value })}
          type="password"
          value={reach.address}
        />
      </FormField>
      <FormField constraintText={secretHelp} label="Secret" stretch>
        <Input
          autoComplete={false}
          onChange={({ detail }) => onChange({ ...reach, secret: detail.value })}
          type="password"
          value={reach.secret}
        />
      </FormField>
    </>
  );
}

function MadeSecret({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  return (
    <Question action="Done" isBusy={false} onConfirm={onClose} onLeave={onClose} question="Signing secret">
      <p>It is shown only now. The receiver checks with it that a message is from Curfew.</p>
      <code>{secret}</code>
    </Question>
  );
}

function RemoveQuestion({ channel, onClose }: { readonly channel: Channel; readonly onClose: () => void }) {
  const remove = useChange('removeChannel');
  const submit = async (): Promise<void> => {
    await remove.mutateAsync({ given: { channel: nameOf(channel) }, terms: { seen: await seenOf(channel) } });
    onClose();
  };
  return (
    <Question
      action="Remove"
      isBusy={remove.isPending}
      onConfirm={() => {
        submit().catch(() => undefined);
      }}
      onLeave={onClose}
      problem={remove.error}
      question={`Remove ${nameOf(channel)}?`}
    >
      <p>No alert goes there any more. Its address and secret are removed too.</p>
    </Question>
  );
}

/** The version of the channel as the list shows it. */
async function seenOf(channel: Channel | undefined): Promise<string> {
  if (channel === undefined) {
    return 'absent';
  }
  const { version } = await callApi('showChannel', { channel: nameOf(channel) });
  return version ?? 'absent';
}
