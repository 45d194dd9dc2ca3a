import { defineWords } from '../catalogue.ts';
import { cs } from './cs.ts';
import { en } from './en.ts';

/** What every page says alike: buttons, states, errors. */
export const common = defineWords({ en, cs });
