import type { Translated } from '../catalogue.ts';
import type { en } from './en.ts';

export const cs: Translated<typeof en> = {
  caption: 'Kdo viděl údaje pacienta',
  when: 'Kdy',
  how: 'Jak',
  what: 'Co',
  who: 'Kdo',
  'kind.read': 'Čtení',
  'kind.export': 'Export',
  'kind.webhook': 'Webhook',
  actor: '{type} …{id}',
  behalf: 'pro: {who}',
  none: 'Zatím nikdo',
  noneText: 'Objeví se tu každé nahlédnutí do údajů pacienta.',
};
