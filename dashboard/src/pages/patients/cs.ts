import type { Translated } from '../../i18n/catalogue.ts';
import type { en } from './en.ts';

export const cs: Translated<typeof en> = {
  title: 'Pacienti',
  lead: 'Profily pacientů od naposledy změněného. Každé nahlédnutí se zapisuje do auditní stopy.',
  caption: 'Profily pacientů',
  search: 'Hledat',
  searchFor: 'Označení pacienta nebo jeho část',
  searchHint: 'Do adresy se neukládá.',
  searchEnd: 'Zobrazit všechny',
  patient: 'Pacient',
  ageSex: 'Věk a pohlaví',
  years: { one: '{count} rok', few: '{count} roky', many: '{count} roku', other: '{count} let' },
  unknown: 'neznámé',
  sessions: 'Rozhovory',
  active: {
    one: '{count} probíhá',
    few: '{count} probíhají',
    many: '{count} probíhá',
    other: '{count} probíhá',
  },
  last: 'Poslední rozhovor',
  changed: 'Změněn',
  none: 'Zatím žádný profil',
  noneText:
    'Zakládá je váš software voláním PUT /v1/patients. Pacienty, kteří mají jen rozhovory, najdete mezi rozhovory.',
  noMatch: 'Nikdo neodpovídá',
  noMatchText: 'Zkuste kratší část označení. Pacienty, kteří mají jen rozhovory, najdete mezi rozhovory.',
};
