import { Argument, Option, type Command } from 'commander';
import { WEBHOOK_EVENT_NAMES, type WebhookEventName } from '../../domain/webhook-subscription/events.ts';
import { isWebhookSecret } from '../../client/webhooks/verify.ts';
import { uuid, wholeNumber } from './arguments.ts';
import type { Run } from './run.ts';
import { listenForWebhooks, type ListenOptions } from './webhooks-listen.ts';
import { triggerWebhook, type TriggerOptions } from './webhooks-trigger.ts';

/** One or several, over repeated options or separated by commas. */
const secrets = (text: string, previous: string[] = []): string[] => [...previous, ...text.split(',')];

/** Not a parser of the option: what a parser refuses is printed, and it may be a secret with a slip. */
function requireSecrets(command: Command, given: string[] | undefined): void {
  if (given?.every(isWebhookSecret) === false) {
    command.error('error: a secret is whsec_ and base64, as it was shown when the subscription was made');
  }
}

const secretOption = (description: string): Option =>
  new Option(
    '--secret <secret>',
    `${description}; better given as WEBHOOK_SECRET, which no process list shows`,
  )
    .env('WEBHOOK_SECRET')
    .argParser(secrets);

/** `webhooks listen|trigger`: for whoever builds a receiver. */
export function webhookCommands(program: Command, run: Run): void {
  const webhooks = program.command('webhooks').description('build and try a receiver of webhooks');

  webhooks
    .command('listen')
    .description(
      'receive deliveries on this machine and print a line of JSON for each: what it is, and whether it verifies by ' +
        'X-Svc-Signature-256 (svc) and by Standard Webhooks (standard), and with which secret. Answers 204, and 401 ' +
        'to what does not verify. Needs no running stack. Ends with Ctrl-C; exit code 1 where something did not verify',
    )
    .option('--port <port>', 'port to listen on; 0 takes any free one', wholeNumber(0, 65_535), 9_999)
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .addOption(
      secretOption('secret of the subscription; repeat it for the old one after a rotation, new first'),
    )
    .option('--answer <status>', 'answer everything with this status', wholeNumber(200, 599))
    .option('--count <n>', 'end after so many deliveries', wholeNumber(1, 1_000_000))
    .option('--body', 'print the bodies as well', false)
    .action((options: ListenOptions, command: Command) => {
      requireSecrets(command, options.secret);
      return listenForWebhooks(options);
    });

  webhooks
    .command('trigger')
    .description(
      'send one made-up event, signed and guarded as every delivery, and print what came of it; nothing is stored, and ' +
        'nothing is tried again. Exit code 1 unless it is answered with 2xx. http and loopback are allowed as ' +
        'ALLOW_LOCAL_WEBHOOKS says, by default unless DATABASE_URL is set',
    )
    .addArgument(new Argument('<event>', 'type of the event').choices(WEBHOOK_EVENT_NAMES))
    .addOption(
      new Option(
        '--subscription <subscription_id>',
        'to where a subscription of the stack points, with its secrets',
      )
        .argParser(uuid)
        .conflicts('url'),
    )
    .addOption(new Option('--url <url>', 'to this URL; needs a secret, and no running stack'))
    .addOption(secretOption('to sign with; repeat it to sign as after a rotation, new first'))
    .action((event: WebhookEventName, options: TriggerOptions, command: Command) => {
      const { subscription, url, secret } = options;
      if (subscription === undefined && (url === undefined || secret === undefined)) {
        command.error('error: give --subscription, or --url with --secret');
      }
      // One from the environment is there for other calls.
      if (subscription !== undefined && command.getOptionValueSource('secret') === 'cli') {
        command.error('error: --subscription signs with its own secrets, leave --secret out');
      }
      requireSecrets(command, secret);
      return triggerWebhook(event, options, run);
    });
}
