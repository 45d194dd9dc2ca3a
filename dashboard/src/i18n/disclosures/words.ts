import { defineWords } from '../catalogue.ts';
import { cs } from './cs.ts';
import { en } from './en.ts';

export const disclosureWords = defineWords({ en, cs });
