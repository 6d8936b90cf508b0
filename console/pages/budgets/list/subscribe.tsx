import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';

import { useChange, useRead } from '../../../api/queries.ts';
import { ProblemAlert } from '../../../parts/problem-alert.tsx';
import { countedText } from '../../../parts/texts/amounts.ts';

/** Opens the addresses of the user's calendar. */
export function Subscribe() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Subscribe to calendar</Button>
      {isOpen && <Addresses onLeave={() => setOpen(false)} />}
    </>
  );
}

/** Makes an address, shown once, and revokes all of them. */
function Addresses({ onLeave }: { readonly onLeave: () => void }) {
  const known = useRead('listCalendarAddresses', {}, { isLive: false });
  const make = useChange('makeCalendarAddress');
  const revoke = useChange('revokeCalendarAddresses');
  const count = known.data?.document.addresses.length ?? 0;
  const problem = make.error ?? revoke.error ?? known.error;
  const revokeAll = (): void => {
    make.reset();
    revoke.mutate({ given: {} });
  };
  return (
    <Modal
      closeAriaLabel="Close"
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button disabled={count === 0} loading={revoke.isPending} onClick={revokeAll}>
              Revoke all
            </Button>
            <Button loading={make.isPending} onClick={() => make.mutate({ given: {} })} variant="primary">
              Make an address
            </Button>
          </SpaceBetween>
        </Box>
      }
      header="Subscribe in your calendar"
      onDismiss={onLeave}
      visible
    >
      <SpaceBetween size="m">
        <Box>
          Your calendar app shows coming resets and the last days of budgets, top-ups, exemptions and exceptions: what
          you may see at each poll.
        </Box>
        {problem && <ProblemAlert problem={problem} />}
        {make.data && <NewAddress {...make.data.document} />}
        <Box color="text-body-secondary">
          {count === 0 ? 'You have no address yet.' : `You have ${countedText(count, 'address', 'addresses')}.`}
        </Box>
      </SpaceBetween>
    </Modal>
  );
}

function NewAddress({ links, path }: { readonly links: string | null; readonly path: string }) {
  const [isCopied, setCopied] = useState(false);
  const address = `${links ?? `${location.origin}/requests/link`}${path}`;
  const copy = (): void =>
    void navigator.clipboard.writeText(address).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <SpaceBetween size="xs">
      <Box>Shown this once. The address is the key: keep it to yourself.</Box>
      <div className="budgets-address">
        <code>{address}</code>
      </div>
      <Button onClick={copy}>{isCopied ? 'Copied' : 'Copy the address'}</Button>
    </SpaceBetween>
  );
}
