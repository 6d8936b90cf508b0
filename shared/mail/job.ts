import { declareJob } from '../kernel/runs/contract/job-declaration.ts';
import { mailsJob } from '../kernel/runs/run-id.ts';

/** The only job that may send mail. What it sends stands in the outbox, but for the links, which it signs, and addresses of channels. */
export const job = declareJob({
  name: mailsJob,
  file: 'deliver-mails',
  purpose: 'Sends the mails that the other jobs have written; no other job may send any',
  // For mails whose recipients have quiet hours, that the mail service deferred, or whose sender was stopped.
  schedules: [{ name: 'every-10-minutes', minute: '*/10', hour: '*' }],
  streams: { rows: 'new', of: ['outbox'], whenBehind: 'what was written is sent late' },
  limits: {
    memoryMb: 512,
    timeSeconds: 900,
    durable: { runSeconds: 780, executionSeconds: 900, stepSeconds: 60 },
  },
  // It notes a channel that takes no message.
  ports: {
    leases: 'leases',
    outbox: 'outbox.send',
    recipients: 'addresses.note',
    connections: 'sealedConnections.list',
  },
  secrets: ['link-key'],
  sendsMail: true,
  // It keeps no records of its runs: the outcome of a mail is stored with the mail.
  journal: [],
  emits: [],
});
