import { consolePaths } from '../../../shared/kernel/contract/console-config.ts';

/**
 * What CloudFront does with a request for a file: addresses of pages are the one page of the console, which shows what
 * they name. Answers of the API are not touched by that.
 */
export const pageRouter = `function handler(event) {
  var request = event.request;
  if (!request.uri.startsWith('/assets/') && request.uri !== '${consolePaths.config}') {
    request.uri = '/index.html';
  }
  return request;
}
`;
