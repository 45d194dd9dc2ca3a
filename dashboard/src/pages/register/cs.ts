import type { Translated } from '../../i18n/catalogue.ts';
import type { en } from './en.ts';

export const cs: Translated<typeof en> = {
  title: 'Registrace',
  text: 'Vyzkoušejte službu s 1000 tokeny zdarma. Stanete se vlastníkem nového týmu.',
  company: 'Název týmu',
  companyHint: 'Vaše ordinace nebo firma. Uvidí ho celý tým.',
  name: 'Vaše jméno',
  email: 'E-mailová adresa',
  password: 'Heslo',
  register: 'Zaregistrovat se',
  hasAccount: 'Už máte účet?',
  signIn: 'Přihlaste se',
  codeTitle: 'Zadejte kód',
  codeText: 'Na adresu {email} jsme poslali šestimístný kód. Platí 10 minut.',
  mailbox: 'Služba běží pro vývoj: pošta je ve schránce tohoto počítače.',
  openMailbox: 'Otevřít schránku',
};
