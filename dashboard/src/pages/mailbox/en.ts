export const en = {
  title: 'Mailbox',
  lead: 'The mails of this development machine. A service that sends mail has no such page.',
  reload: 'Look again',
  empty: 'No mail has come yet',
  emptyText: 'Register, or ask for a new password: the mail appears here.',
  off: 'There is no mailbox here',
  offText: 'Only a service for development shows its mails, and only to a browser on the same machine.',
  code: 'the code',
  open: 'Open the link',
} as const;
