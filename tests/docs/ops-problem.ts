import type { Command } from 'commander';
import { createProgram } from '../../infra/cli/program.ts';

const program = createProgram(() => Promise.resolve());

/** Why an operator command cannot be run as it is written; null where it can. */
export function opsProblem(words: readonly string[]): string | null {
  let command: Command = program;
  let rest = [...words];
  for (;;) {
    const next = command.commands.find((one) => one.name() === rest[0]);
    if (next === undefined) break;
    command = next;
    rest = rest.slice(1);
  }
  if (command.commands.length > 0) return `${words.join(' ')}: no such command`;
  let given = 0;
  while (rest.length > 0) {
    const [word = '', value] = rest;
    const option = command.options.find((one) => one.long === word);
    if (word.startsWith('--') && option === undefined) return `${words.join(' ')}: no option ${word}`;
    const takesValue = option !== undefined && (option.required || option.optional);
    if (takesValue && value === undefined) return `${words.join(' ')}: ${word} needs a value`;
    if (option === undefined) given += 1;
    rest = rest.slice(takesValue ? 2 : 1);
  }
  const { registeredArguments: taken } = command;
  const needed = taken.filter((argument) => argument.required).length;
  const isMore = given > taken.length && !taken.some((argument) => argument.variadic);
  return given < needed || isMore ? `${words.join(' ')}: ${given} arguments` : null;
}
