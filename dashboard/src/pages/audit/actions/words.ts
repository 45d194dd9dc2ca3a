import { defineWords } from '../../../i18n/catalogue.ts';
import { cs } from './cs.ts';
import { en } from './en.ts';

export const actionWords = defineWords({ en, cs });
