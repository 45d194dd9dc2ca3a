import type { Translated } from '../../i18n/catalogue.ts';
import type { en } from './en.ts';

export const cs: Translated<typeof en> = {
  title: 'Přihlášení',
  email: 'E-mailová adresa',
  password: 'Heslo',
  newPasswordHint: 'Nejméně 12 znaků. Nejlepší je vlastní věta.',
  signIn: 'Přihlásit se',
  forgot: 'Zapomněli jste heslo?',
  noAccount: 'Ještě nemáte účet?',
  register: 'Zaregistrovat se',
  sso: 'Použít jednotné přihlášení',
  usePassword: 'Použít heslo',
  ssoTitle: 'Jednotné přihlášení',
  ssoHint: 'Otevře se přihlašovací stránka vašeho týmu, pokud je pro doménu nastavena.',
  ssoEmail: 'Pracovní e-mail',
  ssoGo: 'Pokračovat',
  ssoUnknown:
    'Pro doménu {domain} není jednotné přihlášení nastaveno. Přihlaste se heslem, nebo se zeptejte provozovatele.',
  codeTitle: 'Zadejte kód',
  codeText: 'Pokud adresa i heslo souhlasí, máte v poště šestimístný kód. Platí 10 minut.',
  code: 'Kód',
  codeGo: 'Potvrdit',
  codeAgain: 'Poslat nový kód',
  codeSent: 'Nový kód je na cestě. Předchozí už neplatí.',
  otherAccount: 'Použít jiný účet',
  wrongPassword: 'Adresa nebo heslo nesouhlasí.',
  wrongCode: 'Kód je chybný, použitý nebo příliš starý.',
  challengeOver: 'Toto přihlášení vypršelo. Začněte znovu.',
  trusted: 'Tomuto prohlížeči se 5 dní věří: do té doby kód není potřeba.',
  againTitle: 'Přihlaste se znovu',
  againExpired:
    'Vaše přihlášení skončilo. Přihlaste se a pokračujte: nic z toho, co jste napsali, se neztratí.',
  againIdle: 'Patnáct minut tu nikdo nebyl, proto je stránka zamčená. Přihlaste se a pokračujte.',
};
