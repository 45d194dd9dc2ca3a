import { defineWords } from '../catalogue.ts';
import * as cs from './cs.ts';
import * as en from './en.ts';

/** Team roles. */
export const roles = defineWords({ en: en.roleNames, cs: cs.roleNames });
