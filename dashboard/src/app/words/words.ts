import { defineWords } from '../../i18n/catalogue.ts';
import { cs } from './cs.ts';
import { en } from './en.ts';

/** What the frame around the pages says. */
export const words = defineWords({ en, cs });
