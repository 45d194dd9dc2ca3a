import { z } from 'zod';
import { boundedText } from '../http/schemas.ts';
import { codePointLength } from '../http/text.ts';

const MIN_LENGTH = 3;
const MAX_LENGTH = 200;
/** The form of an address, without look-aheads: what the description shows is what is checked. */
const PATTERN =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,}$/;
const schema = z.email({ pattern: PATTERN });

/** An address of 3 to 200 characters (interface, "Limits"), without outer blanks. */
export const emailAddress = () =>
  z
    .string()
    .trim()
    .check((ctx) => {
      const length = codePointLength(ctx.value);
      const common = { origin: 'string', inclusive: true, input: ctx.value } as const;
      if (length < MIN_LENGTH) ctx.issues.push({ code: 'too_small', minimum: MIN_LENGTH, ...common });
      else if (length > MAX_LENGTH) ctx.issues.push({ code: 'too_big', maximum: MAX_LENGTH, ...common });
      else if (!schema.safeParse(ctx.value).success) {
        ctx.issues.push({ code: 'invalid_format', format: 'email', origin: 'string', input: ctx.value });
      }
    })
    .meta({
      format: 'email',
      pattern: PATTERN.source,
      minLength: MIN_LENGTH,
      maxLength: MAX_LENGTH,
      description: 'Mail address, without regard to case.',
      examples: ['anna@clinic.example'],
    });

/** What a member is called, in requests. */
export const memberName = () =>
  boundedText(0, 100)
    .default('')
    .meta({ description: 'What the member is called; "" for no name.', examples: ['Jana Nová'] });
