export { handler } from '../shared/wiring/lambda/deployed-admin-api.ts';
