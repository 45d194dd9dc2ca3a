import type { Translated } from '../../i18n/catalogue.ts';
import type { en } from './en.ts';

export const cs: Translated<typeof en> = {
  title: 'Zvolte nové heslo',
  text: 'Ukončí všechna vaše přihlášení i důvěru v prohlížeče.',
  password: 'Nové heslo',
  save: 'Uložit heslo',
  doneTitle: 'Nové heslo je nastaveno',
  doneText: 'Od teď platí jen ono.',
  signIn: 'Přihlásit se',
  noTokenTitle: 'Odkaz není úplný',
  overTitle: 'Odkaz už neplatí',
  overText: 'Byl použit, nahrazen, nebo je starší než hodina.',
  again: 'Požádat o nový odkaz',
};
