import type { Translated } from '../../i18n/catalogue.ts';
import type { en } from './en.ts';

export const cs: Translated<typeof en> = {
  title: 'Vítejte, {name}',
  titlePlain: 'Vítejte',
  lead: 'Co má váš tým a kde začít.',
  account: 'Účet',
  team: 'Tým',
  tier: 'Tarif',
  balance: 'Zbývá tokenů',
  role: 'Vaše role',
  next: 'Začněte tady',
  keyTitle: 'Vytvořte klíč API',
  keyText: 'Váš software jím volá službu. Testovací klíč nic nestojí.',
  keyGo: 'Ke klíčům API',
  docsTitle: 'Přečtěte si, jak službu volat',
  docsText: 'První rozhovor zabere pět minut.',
  docsGo: 'Otevřít příručky',
};
