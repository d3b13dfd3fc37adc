// @module-tag module
import '#tests/support/own-data-dir.ts'
import { expect, test } from 'vitest'
import { mailFault } from '#app/mail/mail-fault.ts'

const server = {
  host: 'mx',
  port: 587,
  user: 'site',
  encryption: 'TLS' as const,
  from: { name: 'Clips', address: 'no-reply@clips.example' },
}

/** What happens to the mail: lost, tried again by itself, or with all others once it’s mended. */
type Fate = 'given up' | 'later' | 'waits' | 'all wait'

/** What nodemailer throws at a refusal. */
function fateOf(command: string, response: string, sender = server): [Fate, string] {
  const responseCode = Number(/^\d{3}/.exec(response)?.[0] ?? 0)
  const { scope, permanent, text } = mailFault(
    Object.assign(new Error('refused'), { command, response, responseCode }),
    sender,
  )
  if (permanent) return ['given up', text]
  return [scope === 'server' ? 'all wait' : scope === 'ours' ? 'waits' : 'later', text]
}

const from = '<no-reply@clips.example>'
const to = '<una@users.example>'

/** The command, a real server’s answer, what happens to the mail, and words that name the remedy. */
const answers: [string, string, Fate, string][] = [
  // Postfix as Debian sets it up
  [
    'RCPT TO',
    `553 5.7.1 ${from}: Sender address rejected: not owned by user site`,
    'all wait',
    'Change the sender',
  ],
  ['RCPT TO', `554 5.7.1 ${to}: Relay access denied`, 'all wait', 'forward this account’s email'],
  ['RCPT TO', `454 4.7.1 ${to}: Relay access denied`, 'all wait', 'forward this account’s email'],
  [
    'RCPT TO',
    '504 5.5.2 <clips>: Helo command rejected: need fully-qualified hostname',
    'all wait',
    'APP_URL',
  ],
  [
    'RCPT TO',
    `550 5.1.0 ${from}: Sender address rejected: User unknown in local recipient table`,
    'all wait',
    'Change the sender',
  ],
  [
    'RCPT TO',
    `450 4.1.8 ${from}: Sender address rejected: Domain not found`,
    'all wait',
    'Change the sender',
  ],
  [
    'RCPT TO',
    `550 5.1.1 ${to}: Recipient address rejected: User unknown in local recipient table`,
    'given up',
    'refused the recipient',
  ],
  [
    'RCPT TO',
    `554 5.7.1 ${to}: Recipient address rejected: User unknown`,
    'given up',
    'refused the recipient',
  ],
  [
    'RCPT TO',
    `522 5.7.1 ${to}: Recipient address rejected: Requested mail action aborted: exceeded storage allocation`,
    'given up',
    'refused the recipient',
  ],
  [
    'RCPT TO',
    `554 ${to}: Recipient address rejected: Relay access denied`,
    'all wait',
    'forward this account’s email',
  ],
  [
    'RCPT TO',
    `530 5.7.0 ${to}: Recipient address rejected: Authentication Required`,
    'all wait',
    'this user',
  ],
  [
    'RCPT TO',
    `450 4.2.0 ${to}: Recipient address rejected: Greylisted, see http://postgrey.schweikert.ch/relay`,
    'later',
    'try again later',
  ],
  [
    'RCPT TO',
    '451 4.7.1 Greylisting in action, please come back later',
    'later',
    'try again later',
  ],
  [
    'RCPT TO',
    '550 5.7.1 Service unavailable; Client host [192.0.2.7] blocked using zen.spamhaus.org',
    'all wait',
    'internet address',
  ],
  ['MAIL FROM', '452 4.3.1 Insufficient system storage', 'all wait', 'nothing to change'],
  ['MAIL FROM', '450 4.7.1 Error: too much mail from 192.0.2.7', 'all wait', 'limit'],
  ['MAIL FROM', '530 5.7.0 Must issue a STARTTLS command first', 'all wait', 'choose TLS'],
  ['MAIL FROM', '552 5.3.4 Message size exceeds fixed limit', 'given up', 'too large'],
  ['MAIL FROM', '553 5.1.8 Sender address rejected', 'all wait', 'Change the sender'],
  // Gmail
  [
    'DATA',
    '550 5.4.5 Daily user sending limit exceeded. For more information on Gmail',
    'all wait',
    'limit',
  ],
  [
    'DATA',
    '550-5.7.26 This mail has been blocked because the sender is unauthenticated.\n550 5.7.26 DMARC policy',
    'all wait',
    'clips.example',
  ],
  [
    'RCPT TO',
    '550-5.1.1 The email account that you tried to reach does not exist.\n550 5.1.1 https://support.google.com/relay',
    'given up',
    'refused the recipient',
  ],
  [
    'RCPT TO',
    '552 5.2.2 The email account that you tried to reach is over quota',
    'given up',
    'refused the recipient',
  ],
  [
    'AUTH PLAIN',
    '534-5.7.9 Application-specific password required.\n534 5.7.9 https://support.google.com',
    'all wait',
    'app password',
  ],
  [
    'AUTH PLAIN',
    '535-5.7.8 Username and Password not accepted.\n535 5.7.8 https://support.google.com',
    'all wait',
    'didn’t accept the user and password',
  ],
  [
    'AUTH PLAIN',
    '454 4.7.0 Too many login attempts, please try again later',
    'all wait',
    'nothing to change',
  ],
  ['AUTH PLAIN', '421 4.7.0 Temporary authentication failure', 'all wait', 'nothing to change'],
  // Exchange and Microsoft 365
  [
    'DATA',
    '554 5.2.252 SendAsDenied; site@clips.example not allowed to send as no-reply@clips.example',
    'all wait',
    'Change the sender',
  ],
  ['DATA', '550 5.2.2 Submission quota exceeded', 'all wait', 'limit'],
  [
    'DATA',
    '554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException',
    'all wait',
    'limit',
  ],
  [
    'RCPT TO',
    '550 5.4.1 Recipient address rejected: Access denied. [AM1.prod.outlook.com]',
    'given up',
    'refused the recipient',
  ],
  [
    'RCPT TO',
    '550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required',
    'waits',
    'isn’t the address',
  ],
  [
    'AUTH LOGIN',
    '535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant',
    'all wait',
    'by SMTP',
  ],
  [
    'AUTH PLAIN',
    '504 5.7.4 Unrecognized authentication type',
    'all wait',
    'no sign-in with a password',
  ],
  ['MAIL FROM', '530 5.7.57 Client not authenticated to send mail', 'all wait', 'this user'],
  [
    'AUTH PLAIN',
    '538 5.7.11 Encryption required for requested authentication mechanism',
    'all wait',
    'choose TLS',
  ],
  ['AUTH PLAIN', '523 5.7.10 Encryption needed', 'all wait', 'choose TLS'],
  ['DATA', '432 4.3.2 Concurrent connections limit exceeded', 'all wait', 'one at a time'],
  ['RCPT TO', '451 4.7.500 Server busy. Please try again later', 'all wait', 'nothing to change'],
  // Sending services
  [
    'DATA',
    '554 Message rejected: Email address is not verified. The following identities failed the check',
    'all wait',
    'Change the sender',
  ],
  ['DATA', '454 Throttling failure: Daily message quota exceeded.', 'all wait', 'limit'],
  ['DATA', '451 4.4.2 Timeout waiting for data from client.', 'later', 'try again later'],
  [
    'DATA',
    '550 The from address does not match a verified Sender Identity.',
    'all wait',
    'Change the sender',
  ],
  ['AUTH PLAIN', '451 Authentication failed: Maximum credits exceeded', 'all wait', 'limit'],
  ['DATA', '550 5.7.1 Sandbox subdomains are for test purposes only', 'all wait', 'account'],
  ['RCPT TO', '421 4.7.0 Sending domain is disabled', 'all wait', 'account'],
  [
    'DATA',
    '550 5.0.0 You tried to send to a recipient that has been marked as inactive',
    'given up',
    'refused the recipient',
  ],
  ['DATA', '422 Sender signature not found', 'all wait', 'Change the sender'],
  // Exim, cPanel, qmail and providers
  [
    'RCPT TO',
    `550-Verification failed for ${from}\n550-Unrouteable address\n550 Sender verify failed`,
    'all wait',
    'Change the sender',
  ],
  ['RCPT TO', '550-Access denied - Invalid HELO name (See RFC2821 4.1.1.1)', 'all wait', 'APP_URL'],
  ['EHLO', '501 Syntactically invalid EHLO argument(s)', 'all wait', 'APP_URL'],
  ['RCPT TO', '550 relay not permitted', 'all wait', 'forward this account’s email'],
  [
    'RCPT TO',
    '550 SMTP AUTH is required for message submission on port 587',
    'all wait',
    'this user',
  ],
  ['RCPT TO', '550 Unrouteable address', 'given up', 'refused the recipient'],
  [
    'RCPT TO',
    '553 sorry, that domain isn’t in my list of allowed rcpthosts (#5.7.1)',
    'all wait',
    'forward this account’s email',
  ],
  [
    'RCPT TO',
    '554 sorry, no mailbox here by that name. (#5.1.1)',
    'given up',
    'refused the recipient',
  ],
  [
    'RCPT TO',
    `550 cuda_nsu 5.1.1 ${to} Recipient address rejected: User unknown`,
    'given up',
    'refused the recipient',
  ],
  [
    'RCPT TO',
    '500 5.0.0 Depot returns error: <552 5.2.2 Over quota>',
    'given up',
    'refused the recipient',
  ],
  [
    'DATA',
    '550-Requested action not taken: mailbox unavailable\n550 Sender address is not allowed.',
    'all wait',
    'Change the sender',
  ],
  [
    'RCPT TO',
    '550 Requested action not taken: mailbox unavailable',
    'given up',
    'refused the recipient',
  ],
  ['DATA', '550 Request failed; Mailbox unavailable', 'waits', 'isn’t the address'],
  ['RCPT TO', '550 5.2.1 User is inactive', 'given up', 'refused the recipient'],
  [
    'RCPT TO',
    '550 5.2.1 This mailbox has been blocked due to inactivity',
    'given up',
    'refused the recipient',
  ],
  [
    'RCPT TO',
    '553 5.7.1 [BL21] Connections will not be accepted from 192.0.2.7, because the ip is in Spamhaus list',
    'all wait',
    'internet address',
  ],
  ['RCPT TO', '553 5.6.7 SMTPUTF8 required', 'given up', 'refused the recipient'],
  ['RCPT TO', '503 5.5.1 need MAIL command', 'waits', 'isn’t the address'],
  [
    'CONN',
    '554 IP=192.0.2.7 - None/bad reputation. Ask your postmaster for help',
    'all wait',
    'internet address',
  ],
  ['CONN', '421 Too many concurrent SMTP connections from this IP', 'all wait', 'one at a time'],
  ['CONN', '554 No SMTP service here', 'all wait', 'Check the host and port'],
  [
    'DATA',
    '554-Transaction failed\n554-Reject due to policy restrictions.',
    'waits',
    'isn’t the address',
  ],
  ['DATA', '554 5.7.1 Spam message rejected', 'waits', 'for spam'],
  ['DATA', '571 5.7.1 message classified as spam', 'waits', 'for spam'],
  // More of their kind
  ['RCPT TO', '550 5.7.64 TenantAttribution; Relay Access Denied SMTP', 'all wait', 'forward'],
  ['RCPT TO', '501 5.1.3 Bad recipient address syntax', 'given up', 'refused the recipient'],
  ['RCPT TO', '450 4.1.2 <una@users.example>: Domain not found', 'later', 'try again later'],
  ['RCPT TO', '451 4.3.5 Server configuration error', 'all wait', 'nothing to change'],
  ['RCPT TO', '550 Mailbox quota exceeded', 'given up', 'refused the recipient'],
  ['RCPT TO', '551 User not local', 'given up', 'refused the recipient'],
  ['RCPT TO', '450 4.7.25 Client host rejected: cannot find your hostname', 'all wait', 'internet'],
  ['RCPT TO', '550 5.7.25 The IP address has no PTR record', 'all wait', 'internet address'],
  ['RCPT TO', '421 4.7.28 An unusual rate of mail from your IP address', 'all wait', 'limit'],
  ['RCPT TO', '550 Domain has exceeded the max emails per hour', 'all wait', 'limit'],
  [
    'MAIL FROM',
    '550 5.7.1 Client does not have permissions to send as this sender',
    'all wait',
    'Change',
  ],
  ['DATA', '552 5.2.3 Message exceeds maximum fixed size', 'given up', 'too large'],
  ['DATA', '550 Administrative prohibition', 'waits', 'isn’t the address'],
  ['AUTH LOGIN', '535 Incorrect authentication data', 'all wait', 'user and password'],
  ['RCPT TO', '550 5.3.0 Access denied', 'waits', 'isn’t the address'],
  ['CONN', 'HTTP/1.1 400 Bad Request', 'all wait', 'Check the host and port'],
  ['CONN', '* OK IMAP4rev1 ready', 'all wait', 'Check the host and port'],
  ['CONN', '554 5.7.1 You are not allowed to connect.', 'all wait', 'Check the host and port'],
]

test.each(answers)('%s: %s', (command, response, fate, words) => {
  const [found, text] = fateOf(command, response)
  expect(text).toContain(words)
  expect(found).toBe(fate)
})

test('without a user, operators read that the server asks for one', () => {
  const noUser = { ...server, user: '' }
  expect(fateOf('MAIL FROM', '530 5.7.0 Authentication required', noUser)[1]).toContain(
    'asks for a user and password',
  )
  expect(fateOf('RCPT TO', '550 relay not permitted', noUser)[1]).toContain('enter a user')
})

test('an address, link or host name that holds such words doesn’t count', () => {
  const told = `550 5.1.1 <relay@spam.example> unknown, see https://dmarc.example/spf at auth-relay.users.example`
  expect(fateOf('RCPT TO', told)[0]).toBe('given up')
  expect(fateOf('RCPT TO', '550 from 192.5.1.1: denied')[0]).toBe('waits')
})
