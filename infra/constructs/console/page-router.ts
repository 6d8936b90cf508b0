import { consolePaths } from '../../../shared/kernel/contract/console-config.ts';

/** Serves the console's single page for page addresses. API answers are unaffected. */
export const pageRouter = `function handler(event) {
  var request = event.request;
  if (!request.uri.startsWith('/assets/') && request.uri !== '${consolePaths.config}') {
    request.uri = '/index.html';
  }
  return request;
}
`;
