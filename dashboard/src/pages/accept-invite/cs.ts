import type { Translated } from '../../i18n/catalogue.ts';
import type { en } from './en.ts';

export const cs: Translated<typeof en> = {
  title: 'Připojte se k týmu',
  text: 'Zvolte heslo ke svému účtu. Přihlašovat se budete adresou, na kterou pozvánka přišla.',
  name: 'Vaše jméno',
  nameHint: 'Necháte-li prázdné, zůstane jméno z pozvánky.',
  password: 'Heslo',
  join: 'Připojit se',
  doneTitle: 'Vítejte v týmu',
  doneText: 'Přihlaste se adresou {email}.',
  signIn: 'Přihlásit se',
  overTitle: 'Pozvánka už neplatí',
  overText: 'Byla použita, nahrazena, nebo je starší než 7 dní. Požádejte o novou toho, kdo vás pozval.',
  takenTitle: 'Tato adresa už má účet',
  takenText: 'Adresa patří jednomu týmu. Přihlaste se jí, nebo požádejte o pozvání na jinou.',
};
