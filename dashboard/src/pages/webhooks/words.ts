import { defineWords } from '../../i18n/catalogue.ts';
import * as cs from './cs.ts';
import * as deliveryCs from './delivery-cs.ts';
import * as deliveryEn from './delivery-en.ts';
import * as en from './en.ts';

/** Endpoints, what is done with them, and the page around. */
export const words = defineWords({ en: en.page, cs: cs.page });

/** States, failures and events by the codes that the service gives them. */
export const codes = defineWords({ en: en.codes, cs: cs.codes });

/** Deliveries, attempts, and whether a signature is right. */
export const deliveryWords = defineWords({ en: deliveryEn.delivery, cs: deliveryCs.delivery });
