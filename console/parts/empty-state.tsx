import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';

/** Replaces missing rows with the next step. */
export function EmptyState({
  title,
  children,
  action,
}: {
  readonly title: string;
  /** Why that may be, and what to do. */
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}) {
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
