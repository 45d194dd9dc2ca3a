import type { Translated } from '../../i18n/catalogue.ts';
import type { en } from './en.ts';

export const cs: Translated<typeof en> = {
  title: 'Schránka',
  lead: 'Pošta tohoto vývojového počítače. Služba, která poštu odesílá, takovou stránku nemá.',
  reload: 'Podívat se znovu',
  empty: 'Zatím nic nepřišlo',
  emptyText: 'Zaregistrujte se nebo požádejte o nové heslo: zpráva se objeví tady.',
  off: 'Schránka tu není',
  offText: 'Poštu ukazuje jen služba pro vývoj, a to jen prohlížeči na témže počítači.',
  code: 'kód',
  open: 'Otevřít odkaz',
};
