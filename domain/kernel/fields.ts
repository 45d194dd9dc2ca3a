import { z } from 'zod';

/**
 * Fields of the kinds that most records have. Each says what it means and gives an example; the interface description
 * shows both. Of a field that can be null, the words say what null means.
 */

/** An id that the service gave: a UUID v7. */
export const id = (description: string) =>
  z.uuid().meta({ description, examples: ['0198c0de-0000-7000-8000-000000000030'] });

/** An instant: ISO 8601 in UTC with milliseconds. */
export const instant = (description: string) =>
  z.iso
    .datetime()
    .meta({ description: `${description} ISO 8601, UTC.`, examples: ['2026-03-02T08:30:00.000Z'] });

/** A calendar day. */
export const day = (description: string) => z.iso.date().meta({ description, examples: ['2026-03-02'] });

/** How many of something: a whole number from 0. */
export const count = (description: string, example: number) =>
  z
    .int32()
    .min(0)
    .meta({ description, examples: [example] });

/** A probability, or how sure something is: 0 to 1. */
export const share = (description: string, example: number) =>
  z
    .number()
    .min(0)
    .max(1)
    .meta({ description, examples: [example] });

export const text = (description: string, ...examples: string[]) =>
  z.string().meta({ description, examples });

/** A list of texts; `example` is one entry of it. */
export const texts = (description: string, example: string) =>
  z.array(z.string()).meta({ description, examples: [[example]] });

export const truth = (description: string, example: boolean) =>
  z.boolean().meta({ description, examples: [example] });
