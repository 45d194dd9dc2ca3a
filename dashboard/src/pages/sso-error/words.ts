import { defineWords } from '../../i18n/catalogue.ts';
import { cs } from './cs.ts';
import { en } from './en.ts';

export const words = defineWords({ en, cs });
