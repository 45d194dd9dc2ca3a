import type { Translated } from '../../i18n/catalogue.ts';
import type { en } from './en.ts';

export const cs: Translated<typeof en> = {
  title: 'Zapomněli jste heslo?',
  text: 'Zadejte svou adresu. Pošleme vám odkaz, kterým si zvolíte nové.',
  email: 'E-mailová adresa',
  send: 'Poslat odkaz',
  sentTitle: 'Podívejte se do pošty',
  sentText: 'Pokud má {email} účet, odkaz je na cestě. Platí jednou, hodinu.',
  signIn: 'Zpět k přihlášení',
};
