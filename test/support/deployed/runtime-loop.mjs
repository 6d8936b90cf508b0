// What the runtime of Lambda for Node does with an asset: it loads the handler, asks the Runtime API for one invocation
// after the other, and answers each. Lambda's own is published as `aws-lambda-ric`, whose client of that API has to be
// compiled, with curl; this one speaks the same API over `node:http`. It imports nothing but Node: the asset has only what
// it brought along.
import { request } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [host, port] = process.env.AWS_LAMBDA_RUNTIME_API.split(':');

const call = (method, path, body) =>
  new Promise((resolve, reject) => {
    const sent = request({ host, port, method, path: `/2018-06-01/runtime/${path}` }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve({ headers: response.headers, text }));
    });
    sent.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
  });

const errorBody = (error) => ({
  errorType: error?.name ?? typeof error,
  errorMessage: error?.message ?? String(error),
  trace: String(error?.stack ?? '').split('\n'),
});

// The clock of the machine is set by whoever owns it, for the first time before the asset is loaded.
const RealDate = Date;
let aheadMs = Number(process.argv[2]) - RealDate.now();
globalThis.Date = class Date extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [RealDate.now() + aheadMs] : given));
  }

  static now() {
    return RealDate.now() + aheadMs;
  }
};

const contextOf = (headers) => {
  const deadlineMs = Number(headers['lambda-runtime-deadline-ms']);
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: process.env.AWS_LAMBDA_FUNCTION_VERSION,
    memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    logGroupName: process.env.AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: process.env.AWS_LAMBDA_LOG_STREAM_NAME,
    invokedFunctionArn: headers['lambda-runtime-invoked-function-arn'],
    awsRequestId: headers['lambda-runtime-aws-request-id'],
    getRemainingTimeInMillis: () => deadlineMs - Date.now(),
  };
};

const [file, name] = process.env._HANDLER.split('.');
const loaded = await import(pathToFileURL(join(process.env.LAMBDA_TASK_ROOT, `${file}.mjs`)).href)
  .then((module) => {
    if (typeof module[name] !== 'function') {
      throw new TypeError(`${process.env._HANDLER} is no function`);
    }
    return module;
  })
  .catch(async (error) => {
    await call('POST', 'init/error', errorBody(error));
    process.exit(1);
  });

for (;;) {
  const { headers, text } = await call('GET', 'invocation/next');
  const id = headers['lambda-runtime-aws-request-id'];
  aheadMs = Number(headers['machine-now-ms']) - RealDate.now();
  process.env._X_AMZN_TRACE_ID = headers['lambda-runtime-trace-id'];
  await Promise.resolve(loaded[name](JSON.parse(text), contextOf(headers))).then(
    (answer) => call('POST', `invocation/${id}/response`, answer ?? null),
    (error) => call('POST', `invocation/${id}/error`, errorBody(error)),
  );
}
