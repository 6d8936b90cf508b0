export { handler } from '../shared/wiring/lambda/deployed-place-console.ts';
