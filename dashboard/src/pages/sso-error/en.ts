export const en = {
  title: 'You were not signed in',
  unknown_domain:
    'Single sign-on is not set up for this domain. Sign in with a password, or ask whoever runs the service to set it up.',
  over: 'This sign-in took longer than 10 minutes, was used already, or began in another browser. Start again.',
  refused:
    'Your organisation’s sign-in page refused, or you cancelled there. Start again, or ask your IT department whether you may use this application.',
  provider_failed:
    'Your organisation’s sign-in page did not answer as it should. Try again in a few minutes. If it goes on, send the request id to your IT department.',
  no_member:
    'Your organisation vouches for you, but you are not an active member of the team. Ask an owner or admin of the team for an invitation.',
  unverified:
    'Your organisation has not verified your email address. Ask your IT department to verify it, and start again.',
  not_implemented:
    'Single sign-on is switched off for your team. Sign in with a password, or ask whoever runs the service.',
  rate_limited: 'Too many sign-ins were started from your network. Try again in an hour.',
  other:
    'The service could not finish the sign-in. Try again. If it goes on, send the request id to whoever runs the service.',
  again: 'Back to sign-in',
} as const;
