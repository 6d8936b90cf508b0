export { finishIntent } from './finish-intent.ts';
export { composeFindings } from './compose-findings.ts';
