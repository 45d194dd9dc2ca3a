import type { FindingEntry } from './merge.ts';
import type { Offer } from './text/index.ts';

/** "from 0 (none) to 10 (worst imaginable)": a number, and what its question calls it. */
const CALLED = /(\d+) \(([^)]+)\)/g;

/** What the question about a finding offers as its answer. */
export function offerOf({ value, inability, en, cs }: FindingEntry): Offer {
  const wording = { en: en.ask ?? en.name, cs: cs.ask ?? cs.name };
  // Whoever takes over "able to walk" from "Are you unable to …" has said the contrary.
  const name = { en: en.plain, cs: cs.plain };
  if (value === undefined) return { values: [], wording: inability ? null : wording, name };
  if (value.type === 'number') return { values: namedNumbers(wording), wording: null, name: null };
  return {
    values: value.choices.map((choice) => ({
      value: choice.value,
      text: { en: choice.en.name, cs: choice.cs.name },
    })),
    wording: null,
    name: null,
  };
}

function namedNumbers({ en, cs }: { en: string; cs: string }): Offer['values'] {
  const czech = new Map([...cs.matchAll(CALLED)].map(([, number, name = '']) => [number, name]));
  return [...en.matchAll(CALLED)].flatMap(([, number, name = '']) => {
    const called = czech.get(number);
    return called === undefined ? [] : [{ value: Number(number), text: { en: name, cs: called } }];
  });
}
