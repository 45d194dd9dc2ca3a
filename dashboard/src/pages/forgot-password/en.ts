export const en = {
  title: 'Forgot the password?',
  text: 'Enter your address. We mail you a link with which you choose a new one.',
  email: 'Email address',
  send: 'Send the link',
  sentTitle: 'Look into your mail',
  sentText: 'If {email} has an account, a link is on its way. It works once, for an hour.',
  signIn: 'Back to signing in',
} as const;
