import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';

const tones: Readonly<Record<string, StatusIndicatorProps.Type>> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'info',
  info: 'info',
};

/** A severity as word and tone, not color alone. */
export function SeverityText({ severity }: { readonly severity: string }) {
  return <StatusIndicator type={tones[severity] ?? 'info'}>{severity}</StatusIndicator>;
}
