import { expect, test } from 'vitest';

import { missingTests, statedIn } from './stated-tests.ts';

/** What has to hold of Curfew, whoever wrote the page. */
const statements = [
  'Templates pass the rules of cdk-nag',
  'No wildcard in an action or a resource outside a fixed list',
  'No managed policies of AWS',
  'One role a function, never shared',
  'Nobody but the two functions that set limits writes them',
  'The mailer reads no key but that of the links, and nobody else sends mail',
  'Evidence is written once, and nobody governs what governs',
  'A table that no person writes is closed to all but its functions',
  'A lease or progress that somebody tampered with stops no night, and is reported',
  'A direct edit has a version and a journal entry, and no author that it chose',
  'Nobody may do anything at the admin API without a role, and two people are needed where it counts',
  'A team owner learns nothing of another team',
  'Slow senders keep no other call waiting',
  'The console of one machine proves who it is by two secrets, and a page elsewhere can do nothing with one',
  'A link in a mail is one person’s, for one matter and one use, and opening it changes nothing',
  'Those who govern are watched',
  'Evidence is anchored out of reach of the tables',
  'What was changed in the tables is found, and reported as that',
  'People write no table, and start no function',
  'Mail goes out only as the sender, from the identity',
  'Tables can be restored, are protected, kept and encrypted',
  'Queues are encrypted, and spoken to over TLS only',
  'Schedules have a dead-letter queue, bounded retries and their time in the input',
  'Functions have memory, time limit, log retention and architecture said',
  'No value of a secret in templates, environments or outputs',
  'Only the admin API can be reached from the internet, and it proves who calls',
  'Of the console in AWS, the files and its sign-in are public, and nothing else',
  'The admin API has no key of the platform and sends no mail',
  'Organizations share nothing',
  'A secret that the platform lets slip leaves no trace',
  'At least 99 of 100 secrets of every ordinary kind are hidden',
  'Errors lose the headers and bodies of HTTP and of the SDK',
  'Logs have allow-listed keys only',
  'The key goes to the configured host only, in a header, and follows no redirect',
  'Messages about configuration repeat no value',
  'HTML is escaped at one choke point',
  'Subjects and addresses refuse line breaks and control characters',
  'No cell of a CSV file is a formula',
  'No export steers a terminal',
  'Inputs are bounded in size and depth, and no key reaches into the program',
  'What cannot be read never widens a cap',
  'Hostile input at the admin API gets a clear problem and changes nothing',
  'Names of people and repositories do not steer a terminal',
  'Nothing that listens answers a web page of somebody else',
  'The engine answers to a key that is drawn at each start',
  'The state folder is its owner’s alone, whatever it was before',
  'A child process gets an environment made for it',
  'The lockfile is committed, and says what is installed',
  'No install scripts',
  'A bill of materials and notices made from the lockfile',
  'Workflows with the least rights',
  'Few packages run with Curfew, each with a reason',
  'No secret in the repository',
  'A bundle holds the calls of its job and no other',
  'Bundles hold no development package, source map or settings',
  'What is deployed is what is tested',
  'Templates hold what AWS takes',
];

/** What Curfew holds and what no test shows are told without one. */
const stated = statedIn('docs/security.md').filter(({ tests }) => tests.length > 0);

test('the guide for a security reviewer makes every statement that has to hold, each with a test', () => {
  expect(stated.map(({ statement }) => statement)).toEqual(statements);
});

test('every test that it names is there, and is run', () => {
  expect(missingTests(stated)).toEqual([]);
});
