export const en = {
  title: 'Choose a new password',
  text: 'It ends all sessions of yours and all trusted browsers.',
  password: 'New password',
  save: 'Save the password',
  doneTitle: 'The new password is set',
  doneText: 'Only the new one works now.',
  signIn: 'Sign in',
  noTokenTitle: 'This link is not complete',
  overTitle: 'This link no longer works',
  overText: 'It is used, replaced or older than an hour.',
  again: 'Ask for a new link',
} as const;
