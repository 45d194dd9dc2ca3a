import { defineWords } from '../../i18n/catalogue.ts';
import * as cs from './cs.ts';
import * as en from './en.ts';

/** The page around, and cells that its parts share. */
export const words = defineWords({ en: en.page, cs: cs.page });

/** The latest requests. */
export const requestWords = defineWords({ en: en.requests, cs: cs.requests });

/** How much was requested. */
export const usageWords = defineWords({ en: en.usage, cs: cs.usage });

/** What was charged. */
export const chargeWords = defineWords({ en: en.charges, cs: cs.charges });
