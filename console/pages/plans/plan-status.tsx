import StatusIndicator from '@cloudscape-design/components/status-indicator';

import type { PlanRow } from './plan-rows.ts';

const tones = {
  held: 'pending',
  approved: 'success',
  rejected: 'stopped',
  replaced: 'info',
  expired: 'stopped',
} as const;

const words = {
  held: 'waits for a decision',
  approved: 'approved',
  rejected: 'rejected',
  replaced: 'replaced',
  expired: 'expired',
};

export function PlanStatus({ plan: { status, decision } }: { readonly plan: PlanRow }) {
  return (
    <StatusIndicator type={tones[status]}>
      {words[status]}
      {decision !== null && ` by ${decision.by}`}
    </StatusIndicator>
  );
}
