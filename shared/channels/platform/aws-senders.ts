export { importFinding } from './import-finding.ts';
export { putEvent } from './put-event.ts';
