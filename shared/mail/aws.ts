import { type MessageTag, SendEmailCommand, SESClient } from '@aws-sdk/client-ses';

import { isEmail } from '../roster/email.ts';
import { mailTagsOf } from './contract/mail-events.ts';
import type { Mail, SendResult } from './mail.ts';
import type { MailSender } from './ports.ts';

/** SES, each call tried once: a retry may mail twice. Connections are new: a closed one looks like a lost answer. */
export function createSes(
  options: {
    /** Default: AWS, or the environment's. */
    readonly endpoint?: string;
    readonly region?: string;
  } = {},
): SESClient {
  return new SESClient({
    ...options,
    ...(options.endpoint !== undefined && isThisMachine(options.endpoint) && localAccount(options.region)),
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: 15_000,
      throwOnRequestTimeout: true,
      httpAgent: { keepAlive: false },
      httpsAgent: { keepAlive: false },
    },
  });
}

/** The mail catcher requires credentials and accepts any. */
function localAccount(region = 'us-east-1') {
  return { region, credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };
}

function isThisMachine(endpoint: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(endpoint).hostname);
}

/** An error without its message, which may quote addresses, headers or the body. */
interface ErrorFacts {
  readonly name: string;
  readonly code: string | undefined;
  readonly httpStatus: number | undefined;
}

/** Permanent refusals, with what an operator can do. */
const lastingRefusals: Readonly<Record<string, string>> = {
  MessageRejected: 'verify the addresses while the account is in the SES sandbox, or ask AWS to take it out',
  MailFromDomainNotVerified: 'verify the MAIL FROM domain in SES',
  MailFromDomainNotVerifiedException: 'verify the MAIL FROM domain in SES',
  AccountSendingPausedException: 'sending is paused for the account; see its SES reputation page',
  ConfigurationSetSendingPausedException: 'sending is paused for the configuration set; resume it in SES',
  ConfigurationSetDoesNotExist: 'the configuration set is missing; create it in SES',
  ConfigurationSetDoesNotExistException: 'the configuration set is missing; create it in SES',
  InvalidParameterValue: 'SES takes the sender, the recipient or the text for malformed',
  ValidationError: 'SES takes the sender, the recipient or the text for malformed',
};

/** Errors before anything was sent. */
const unreachedCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
const unsentNames = new Set(['CredentialsProviderError', 'TokenProviderError']);

const throttleNames = new Set([
  'Throttling',
  'ThrottlingException',
  'LimitExceededException',
  'TooManyRequestsException',
]);

/**
 * The result of a failed attempt. Only an explicit refusal or a failed connection is a refusal; after a timeout or
 * broken connection the mail may be sent. Texts hold name and code only.
 */
function resultOfError(error: unknown): SendResult {
  const facts = factsOf(error);
  const label = `${facts.name}${facts.code === undefined ? '' : `, ${facts.code}`}`;
  const remedy = Object.hasOwn(lastingRefusals, facts.name) ? lastingRefusals[facts.name] : undefined;
  if (remedy !== undefined) {
    return { kind: 'refused', problem: `the mail service refused the mail (${label}): ${remedy}`, retryable: false };
  }
  if (throttleNames.has(facts.name)) {
    return { kind: 'refused', problem: `the mail service wants fewer mails for now (${label})`, retryable: true };
  }
  if (isUnsent(facts)) {
    return { kind: 'refused', problem: `the mail service could not be reached (${label})`, retryable: true };
  }
  if (isClientFault(facts.httpStatus)) {
    return { kind: 'refused', problem: `the mail service refused the call (${label})`, retryable: true };
  }
  return { kind: 'unknown', problem: `the mail service did not answer whether it took the mail (${label})` };
}

function isUnsent({ name, code }: ErrorFacts): boolean {
  return unsentNames.has(name) || (code !== undefined && unreachedCodes.has(code));
}

/** 400 to 499 except 408: the service did nothing. */
function isClientFault(httpStatus: number | undefined): boolean {
  return httpStatus !== undefined && httpStatus >= 400 && httpStatus < 500 && httpStatus !== 408;
}

function factsOf(error: unknown): ErrorFacts {
  if (!(error instanceof Error)) {
    return { name: 'unknown error', code: undefined, httpStatus: undefined };
  }
  const metadata: unknown = Reflect.get(error, '$metadata');
  const httpStatus: unknown =
    typeof metadata === 'object' && metadata !== null ? Reflect.get(metadata, 'httpStatusCode') : undefined;
  return {
    name: word(error.name) ?? 'Error',
    code: word(Reflect.get(error, 'code')),
    httpStatus: typeof httpStatus === 'number' ? httpStatus : undefined,
  };
}

/** Names and codes are single words; anything else is outside text. */
function word(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w.]{1,60}$/.test(value) ? value : undefined;
}

const charset = 'UTF-8';
const subjectLengthMax = 500;
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}]/u;

interface SendingTerms {
  readonly from: string;
  /** The configuration set by which SES reports mail events; mails carry their id as a tag. Absent: no events. */
  readonly configurationSet?: string | undefined;
}

/** Sends mails through SES, each once. `client` must not retry by itself: see `createSes`. */
export function sesMailSender(client: SESClient, terms: SendingTerms): MailSender {
  return {
    async send(mail) {
      const problem = problemOf(mail, terms.from);
      if (problem !== undefined) {
        return { kind: 'refused', problem, retryable: false };
      }
      return sendOnce(client, mail, terms);
    },
  };
}

async function sendOnce(client: SESClient, mail: Mail, terms: SendingTerms): Promise<SendResult> {
  const { from, configurationSet } = terms;
  const content = (Data: string) => ({ Data, Charset: charset });
  const command = new SendEmailCommand({
    Source: from,
    Destination: { ToAddresses: [mail.to] },
    Message: { Subject: content(mail.subject), Body: { Text: content(mail.text), Html: content(mail.html) } },
    ConfigurationSetName: configurationSet,
    Tags: configurationSet === undefined ? undefined : tagsOf(mail),
  });
  try {
    const { MessageId } = await client.send(command);
    return MessageId === undefined || MessageId === ''
      ? { kind: 'unknown', problem: 'the mail service answered without a message id' }
      : { kind: 'sent', messageId: MessageId };
  } catch (error) {
    return resultOfError(error);
  }
}

function tagsOf({ mailId }: Mail): MessageTag[] {
  return mailTagsOf(mailId).map(({ name, value }) => ({ Name: name, Value: value }));
}

function problemOf({ to, subject }: Mail, from: string): string | undefined {
  if (!isEmail(from)) {
    return 'the sender is not one plain mail address; correct the setting mailFrom';
  }
  if (!isEmail(to)) {
    return 'the recipient is not one plain mail address';
  }
  if (subject === '' || subject.length > subjectLengthMax) {
    return `the subject is empty or longer than ${subjectLengthMax} characters`;
  }
  return unprintable.test(subject) ? 'the subject holds a line break or another control character' : undefined;
}
