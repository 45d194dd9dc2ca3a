import type { Command } from 'commander';
import { signStatement } from '../../shared/erasure/certificates.ts';
import { eraseLeaver } from '../../command-api/members/erase-member.ts';
import { uuid } from './arguments.ts';
import type { Run } from './run.ts';

/** `member erase` */
export function memberCommands(program: Command, run: Run): void {
  const member = program.command('member').description('erase members who have left');

  member
    .command('erase')
    .description(
      'destroy address, name and password of a member who was deactivated; prints the signed certificate',
    )
    .argument('<member_id>', 'id of the member', uuid)
    .action((memberId: string) =>
      run(async (installation) => signStatement(installation, await eraseLeaver(installation, memberId))),
    );
}
