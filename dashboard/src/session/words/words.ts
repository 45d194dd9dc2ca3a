import { defineWords } from '../../i18n/catalogue.ts';
import { cs } from './cs.ts';
import { en } from './en.ts';

/** What signing in says. */
export const words = defineWords({ en, cs });
