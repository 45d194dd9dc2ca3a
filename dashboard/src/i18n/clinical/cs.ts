import type { Translated } from '../catalogue.ts';
import type { en } from './en.ts';

export const cs: Translated<typeof en> = {
  'level.emergency_ambulance': 'Ihned záchranka',
  'level.emergency': 'Urgentní příjem',
  'level.urgent': 'Do 24 hodin',
  'level.routine': 'Běžná návštěva',
  'level.self_care': 'Domácí péče',
  'status.active': 'Probíhá',
  'status.finalized': 'Ukončen',
  'sex.female': 'Žena',
  'sex.male': 'Muž',
  'sex.other': 'Jiné',
  'sex.unknown': 'Neznámé',
  'mode.live': 'Ostrý',
  'mode.test': 'Testovací',
  held: 'Právní blokace',
};
