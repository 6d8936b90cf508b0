import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  /** What there is none of. */
  readonly title: string;
  /** Why that may be so, and what to do. */
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** In place of rows that are not there: what to do now. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <Box padding={{ vertical: 'm' }} textAlign="center">
      <SpaceBetween size="xs">
        <b>{title}</b>
        {children !== undefined && <Box color="text-body-secondary">{children}</Box>}
        {action}
      </SpaceBetween>
    </Box>
  );
}
