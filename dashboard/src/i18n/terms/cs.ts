import type { Translated } from '../catalogue.ts';
import type * as en from './en.ts';

export const roleNames: Translated<typeof en.roleNames> = {
  owner: 'Vlastník',
  admin: 'Správce',
  developer: 'Vývojář',
  viewer: 'Čtenář',
  billing: 'Účtování',
};
